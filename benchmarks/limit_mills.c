/* The yardstick of mills_batches.py: random games of Mills, one after the other.
   `limit GAMES` prints how many plies they took and the seconds of CPU time. A plain loop that does
   no more than it must, for a compiler to do its best with. Bit 8r + k is place k of ring r; even
   places are the middles of sides, where the spokes are. */

#include <immintrin.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

typedef uint32_t Places;
enum { ALL = 0xffffff, MIDDLES = 0x555555, CORNERS = 0xaaaaaa, QUIET = 100 };

static uint64_t random_word = 88172645463325252ULL;

/* A random number below n: 32 bits of a word of xorshift64. */
static inline uint32_t below(uint32_t n) {
    random_word ^= random_word << 13;
    random_word ^= random_word >> 7;
    random_word ^= random_word << 17;
    return (uint32_t)(((random_word >> 32) * (uint64_t)n) >> 32);
}

static inline int size(Places places) { return __builtin_popcount(places); }
static inline Places nth(Places places, int n) { return _pdep_u32(1u << n, places); }
static inline Places any(Places places) { return nth(places, below(size(places))); }

/* One place round each ring. */
static inline Places up(Places m) { return (m << 1 & 0xfefefe) | (m >> 7 & 0x010101); }
static inline Places down(Places m) { return (m >> 1 & 0x7f7f7f) | (m << 7 & 0x808080); }

static inline Places in_mills(Places m) {
    Places sides = m & CORNERS & down(m) & down(down(m));
    Places spokes = m & MIDDLES & m >> 8 & m >> 16 & 0xff;
    return sides | up(sides) | up(up(sides)) | spokes * 0x010101;
}

static double cpu_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return now.tv_sec + 1e-9 * now.tv_nsec;
}

int main(int count, char **arguments) {
    long games = count > 1 ? atol(arguments[1]) : 100000, plies = 0, wins[3] = {0};
    double start = cpu_seconds();
    for (long game = 0; game < games; game++) {
        Places tokens[2] = {0, 0};
        int hands[2] = {9, 9}, quiet = 0, turn = 0, winner = -1;
        while (winner < 0) {
            Places own = tokens[turn], other = tokens[1 - turn], free = ALL & ~(own | other);
            Places from = 0, to;
            if (size(own) + hands[turn] < 3) {
                winner = 1 - turn;
                break;
            }
            if (hands[turn]) {
                to = any(free);
                hands[turn]--;
                quiet = 0;
            } else if (size(own) == 3) {
                if (quiet++ == QUIET) {
                    winner = 2;
                    break;
                }
                from = any(own);
                to = any(free);
            } else {
                Places a = up(own) & free, b = down(own) & free;
                Places c = (own & MIDDLES) << 8 & free, d = (own & MIDDLES) >> 8 & free;
                int ups = size(a), rounds = ups + size(b), outs = rounds + size(c);
                int moves = outs + size(d);
                if (moves == 0 || quiet++ == QUIET) {
                    winner = moves == 0 ? 1 - turn : 2;
                    break;
                }
                int k = below(moves);
                if (k < ups) to = nth(a, k), from = down(to);
                else if (k < rounds) to = nth(b, k - ups), from = up(to);
                else if (k < outs) to = nth(c, k - rounds), from = to >> 8;
                else to = nth(d, k - outs), from = to << 8;
            }
            own = tokens[turn] = (own & ~from) | to;
            plies++;
            if (in_mills(own) & to && other) {
                Places exposed = other & ~in_mills(other);
                tokens[1 - turn] ^= any(exposed ? exposed : other);
                quiet = 0;
                plies++;
            }
            turn = 1 - turn;
        }
        wins[winner]++;
    }
    double seconds = cpu_seconds() - start;
    printf("%ld %.6f %ld %ld\n", plies, seconds, wins[0], wins[1]);
}
