/* Random games of Kropki with automatic capture (K10) to a full board, as fast as plain C goes, one
 * after the other. It takes the group alone for what its chain encloses, which is nearly always so.
 *
 *     cc -O3 -march=native -o limit_kropki limit_kropki.c && ./limit_kropki 20 20 10000
 *
 * prints the number of dots and the CPU seconds they took.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOST = 56 * 56 };
static int W, H, S, N;                 /* stride S = W + 1; cells 0..N-1 with a frame of outside cells */
static uint8_t live[MOST];             /* 0 none, 1 or 2 a live dot, 3 outside */
static uint8_t dot[MOST];              /* any dot, dead ones too */
static uint8_t owner[MOST];            /* 0, or whose region it is in */
static uint8_t marked[3][MOST];        /* closed by that player, perhaps no longer */
static int16_t parent[MOST], freelist[MOST], at[MOST];
static int nfree, score[3], trapped[3];
static int D8[8];
static uint8_t ngaps[256], gaps[256][4], arcs[256][4];
static int16_t stack[MOST], cells[MOST];
static uint32_t seen[MOST], stamp;
static uint64_t rng;

static inline uint32_t rnd(uint32_t n) {
    rng ^= rng << 13; rng ^= rng >> 7; rng ^= rng << 17;
    return (uint32_t)(((rng >> 32) * n) >> 32);
}

static void tables(void) {
    /* 0 N, 1 NE, 2 E, 3 SE, 4 S, 5 SW, 6 W, 7 NW; bit set: own live dot there */
    for (int m = 0; m < 256; m++) {
        int n = 0;
        for (int k = 0; k < 8; k += 2) {
            if (m >> k & 1) continue;
            int p = (k + 6) & 7, d = (k + 7) & 7;   /* the orthogonal before, the diagonal between */
            if (!(m >> p & 1) && !(m >> d & 1)) continue; /* linked to the one before */
            gaps[m][n] = k;
            /* the arc before this gap: an own dot at d or at p */
            arcs[m][n] = (m >> d & 1) ? d : p;
            n++;
        }
        if (n == 0) { /* all linked round, or all four own */
            if ((m & 0x55) != 0x55) gaps[m][0] = 0;
        }
        ngaps[m] = n;
    }
}

static inline int find(int c) {
    while (parent[c] != c) { parent[c] = parent[parent[c]]; c = parent[c]; }
    return c;
}

/* The group of points not live dots of `me` around `from`, in `cells`; its size, or 0 if it reaches the edge. */
static int group(int from, int me) {
    int n = 0, sp = 0;
    stamp++;
    stack[sp++] = from; seen[from] = stamp;
    while (sp) {
        int c = stack[--sp];
        cells[n++] = c;
        const int d[4] = {S, -1, 1, -S};
        for (int k = 0; k < 4; k++) {
            int q = c + d[k];
            if (live[q] == 3) return 0;
            if (live[q] == me || seen[q] == stamp) continue;
            seen[q] = stamp;
            stack[sp++] = q;
        }
    }
    return n;
}

static inline void take_free(int c) {
    int k = at[c], last = freelist[--nfree];
    freelist[k] = last; at[last] = k; at[c] = -1;
}

/* Give the group in `cells` to `me`. */
static void capture(int n, int me) {
    int other = 3 - me;
    for (int i = 0; i < n; i++) {
        int c = cells[i];
        if (dot[c]) {
            if (dot[c] == other && owner[c] != me) score[me]++;
            if (dot[c] == me && owner[c] == other) score[other]--;
            if (live[c] == other && marked[me][c]) trapped[me]--;
            live[c] = 0;
        } else if (at[c] >= 0) take_free(c);
        owner[c] = me;
        marked[me][c] = 1;
    }
}

static void play(int c, int me) {
    int other = 3 - me, taken = 0;
    take_free(c);
    dot[c] = live[c] = me;
    parent[c] = c;
    if (marked[other][c]) trapped[other]++;
    int m = 0, root[8];
    for (int k = 0; k < 8; k++) if (live[c + D8[k]] == me) m |= 1 << k;
    int n = ngaps[m], closing = 0;
    if (marked[me][c]) marked[me][c] = 0;
    else if (n >= 2) {
        for (int i = 0; i < n; i++) {
            root[i] = find(c + D8[arcs[m][i]]);
            for (int j = 0; j < i; j++) closing |= root[i] == root[j];
        }
    }
    int around = 0;
    if (trapped[me]) for (int k = 0; k < 8; k += 2) around |= marked[me][c + D8[k]];
    if (closing || around) {
        int roots[4], g = 0;
        if (n >= 2) for (; g < n; g++) roots[g] = c + D8[gaps[m][g]];
        else for (int k = 0; k < 8; k += 2) if (!(m >> k & 1)) { roots[g++] = c + D8[k]; break; }
        for (int i = 0; i < g; i++) {
            int from = roots[i];
            if (live[from] == 3) continue;
            if (!closing && !marked[me][from]) continue;
            if (marked[me][from] && !trapped[me]) continue;
            int size = group(from, me), captive = 0;
            if (!size) continue;
            for (int k = 0; k < size && !captive; k++) captive = live[cells[k]] == other;
            if (captive) { capture(size, me); taken = 1; }
            else for (int k = 0; k < size; k++) marked[me][cells[k]] = 1;
        }
    }
    for (int k = 0; k < 8; k++) if (m >> k & 1) {
        int r = find(c + D8[k]);
        if (r != c) parent[r] = c;
    }
    if (!taken && marked[other][c]) {
        int size = group(c, other);
        if (size) { capture(size, other); }
        else { trapped[other]--; marked[other][c] = 0; }
    }
}

static void start(void) {
    memset(live, 3, sizeof live); memset(dot, 0, sizeof dot); memset(owner, 0, sizeof owner);
    memset(marked, 0, sizeof marked);
    nfree = 0; score[1] = score[2] = trapped[1] = trapped[2] = 0;
    for (int y = 0; y < H; y++) for (int x = 0; x < W; x++) {
        int c = (y + 1) * S + x + 1;
        live[c] = 0; at[c] = nfree; freelist[nfree++] = c;
    }
}

int main(int argc, char **argv) {
    if (argc < 4) return 1;
    W = atoi(argv[1]); H = atoi(argv[2]);
    int games = atoi(argv[3]); rng = 88172645463325252ull;
    S = W + 1; N = S * (H + 2) + 1;
    int d[8] = {-S, -S + 1, 1, S + 1, S, S - 1, -1, -S - 1};
    memcpy(D8, d, sizeof d);
    tables();
    long dots = 0; struct timespec a, b;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &a);
    for (int g = 0; g < games; g++) {
        start();
        int me = 1;
        while (nfree) {
            play(freelist[rnd(nfree)], me);
            me = 3 - me; dots++;
        }
    }
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &b);
    printf("%ld %.9f %d\n", dots, (b.tv_sec - a.tv_sec) + 1e-9 * (b.tv_nsec - a.tv_nsec), score[1]);
    return 0;
}
