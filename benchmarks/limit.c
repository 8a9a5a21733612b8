/* The yardstick of batches.py: random games of 9tka between two players, one after the other, with the
   published numbers of stones. `limit GAMES` prints how many plies they took and the seconds of CPU
   time. A plain loop that does no more than it must, for a compiler to do its best with. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { NEUTRALS = 9, RIM = 36, CORE = 49, SECTIONS = 9 };

static uint64_t random_word = 88172645463325252ULL;

/* A random number below n: 32 bits of a word of xorshift64. */
static inline uint32_t below(uint32_t n) {
    random_word ^= random_word << 13;
    random_word ^= random_word >> 7;
    random_word ^= random_word << 17;
    return (uint32_t)(((random_word >> 32) * (uint64_t)n) >> 32);
}

/* The number of a random bit of a set. */
static inline int any(uint64_t set) {
    int skip = below(__builtin_popcountll(set));
    while (skip--) set &= set - 1;
    return __builtin_ctzll(set);
}

static double cpu_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return now.tv_sec + 1e-9 * now.tv_nsec;
}

int main(int argc, char **argv) {
    int games = argc > 1 ? atoi(argv[1]) : 1000000;
    long plies = 0, wins[2] = {0};
    int section_of[CORE]; /* the 7 x 7 core squares, row by row */
    uint64_t core_of[SECTIONS] = {0};
    for (int square = 0; square < CORE; square++) {
        int row = 1 + square / 7, column = 1 + square % 7;
        section_of[square] = row / 3 * 3 + column / 3;
        core_of[section_of[square]] |= 1ULL << square;
    }
    double start = cpu_seconds();
    for (int game = 0; game < games; game++) {
        uint32_t rows[9] = {0}, columns[9] = {0}; /* taken squares inside, as bits */
        int8_t stones[2][SECTIONS];
        uint64_t open = (1ULL << CORE) - 1, own[2] = {0, 0}, blocked = 0;
        uint8_t deck[RIM];
        int turn = 0;
        memset(stones, 0, sizeof stones);

        for (int k = 0; k < NEUTRALS; k++) {
            int square = any(open), row = 1 + square / 7, column = 1 + square % 7;
            open &= ~core_of[section_of[square]];
            rows[row] |= 1 << column;
            columns[column] |= 1 << row;
            plies++;
            turn ^= 1;
        }

        for (int k = 0; k < RIM; k++) deck[k] = k;
        for (int k = 0; k < RIM; k++) {
            int other = k + below(RIM - k), square = deck[other];
            deck[other] = deck[k];
            own[turn] |= 1ULL << square;
            turn ^= 1;
            plies++;
        }

        for (;;) {
            uint64_t able = own[turn] & ~blocked;
            if (!able) {
                if (!(own[turn ^ 1] & ~blocked)) break;
                plies++;
                turn ^= 1;
                continue;
            }
            int rim = any(able), place = rim % 9, side = rim / 9, row, column;
            if (side == 0) {
                row = place;
                column = __builtin_ctz(rows[row] | 512) - 1;
            } else if (side == 1) {
                row = place;
                column = rows[row] ? 32 - __builtin_clz(rows[row]) : 0;
            } else if (side == 2) {
                column = place;
                row = __builtin_ctz(columns[column] | 512) - 1;
            } else {
                column = place;
                row = columns[column] ? 32 - __builtin_clz(columns[column]) : 0;
            }
            rows[row] |= 1 << column;
            columns[column] |= 1 << row;
            own[turn] &= ~(1ULL << rim);
            if (column == 0) blocked |= 1ULL << row;
            if (column == 8) blocked |= 1ULL << (9 + row);
            if (row == 0) blocked |= 1ULL << (18 + column);
            if (row == 8) blocked |= 1ULL << (27 + column);
            stones[turn][row / 3 * 3 + column / 3]++;
            plies++;
            turn ^= 1;
        }

        int points[2] = {0, 0};
        for (int k = 0; k < SECTIONS; k++) {
            points[0] += stones[0][k] > stones[1][k];
            points[1] += stones[1][k] > stones[0][k];
        }
        wins[points[0] > points[1] ? 0 : 1]++;
    }
    double seconds = cpu_seconds() - start;
    printf("%ld %.6f %ld %ld\n", plies, seconds, wins[0], wins[1]);
}
