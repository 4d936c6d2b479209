/* The compiled search: shared declarations.
 *
 * A table holds the moves of one kind of mover as arcs between cells; a search spreads over them by Dial's
 * algorithm, one price level after the other, and remembers what it reached; a way is walked back from there.
 * It knows no creature and no rule: cells, prices, and marks that others have put on cells.
 *
 * Every index that comes from Python is checked against the table's size before it is used. A search keeps the arcs
 * that the table had when it began: Python may run while it is made, and what is added then does not concern it.
 * Nothing here runs without the interpreter's lock; long searches give it away between two levels.
 */
#ifndef FIVEFOOT_NATIVE_H
#define FIVEFOOT_NATIVE_H

#define Py_LIMITED_API 0x030B0000
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdint.h>

#define INTERFACE 3       /* of the module, as `compiled_search.INTERFACE`: raised with every change of a signature */
#define OVERLAYS 3        /* plain cells, cells that cost more for who is there, cells with a corpse */
#define UNREACHED 0x7f7f7f7f
#define SHUT (-1)         /* the level of a cell that cannot be entered: nothing is cheaper */
#define MOST_CELLS (1 << 28)
#define MOST_SIDE (1 << 14) /* squares on a side, so that squares of cross products fit 64 bits */
#define MOST_LEVEL (1 << 28)
#define MOST_PRICE (1 << 20) /* so that the ring of buckets stays small */
#define MOST_ARCS 4096
#define MOST_SHIFTS 128
#define MOST_SOURCES (2 * MOST_SHIFTS)
#define MOST_REGIONS 32
#define MOST_THREATS 64
#define REST (1 << 16) /* cells settled before other threads and signals have their turn */
#define KEPT_CELLS (1 << 18) /* the largest window whose memory a table keeps */
#define FARTHEST (1 << 24) /* coordinates are cut to this, so that sums of them stay in range */

/* What others put on a cell. The module exports these under the same names. */
enum {
    COSTLY = 1,   /* costs more to enter */
    CORPSE = 2,   /* holds a body on the ground; goes before COSTLY */
    CLOSED = 4,   /* cannot be entered */
    NO_STOP = 8,  /* cannot be stopped at */
    SHARED = 16,  /* stopping there makes two squeeze */
    ONE_WAY = 32, /* may be left and not entered again */
    DEAR = 64,    /* with COSTLY: only where a step newly enters the space */
    NEAR = 128    /* inside: beside a cell of another overlay */
};

typedef struct {
    int32_t x0, y0, z0, x1, y1, z1;
} Box;

typedef struct {
    int32_t x, y, z;
} Cube;

/* The moves of one overlay: for each cell a word (or several) of the arcs that lead out of it. */
typedef struct {
    int32_t count, words;
    int32_t *shift, *price, *latest;
    uint64_t *out;
    int32_t farthest, cheapest, dearest; /* largest shift, least and largest price */
} Arcs;

/* Cells that wait for one level. */
typedef struct {
    int32_t *cells;
    int32_t count, room;
} Bucket;

/* The memory of a search. A table keeps that of one search that is over for the next. */
typedef struct {
    int32_t *best; /* by cell of the window: the cheapest level found */
    uint8_t *marks;
    int32_t room; /* cells of the window that there is room for */
    int32_t *order;
    int32_t order_room;
    Bucket *buckets;
    int32_t bucket_room;
} Scratch;

typedef struct {
    PyObject_HEAD
    int32_t width, height, low, depth; /* squares, squares, lowest height, heights */
    int32_t row, block;                /* cells from a cube to the one above it, and to the one south of it */
    int32_t bits, copies, cells;       /* cells of one copy, copies, both together */
    int32_t *lifts;                    /* laid flat: the height of each column's one anchor less `low`, or -1 */
    Arcs arcs[OVERLAYS];
    Scratch spare;
} Table;

typedef struct {
    PyObject_HEAD
    Table *table;
    PyObject *held;       /* bytes: the cubes at which something holds the mover */
    const uint8_t *held_bits;
    Arcs arcs[OVERLAYS];  /* as the table had them when the search began; the table never frees them before its end */
    Scratch scratch;
    int32_t rested;       /* of the cells settled: so many when others last had their turn */
    int32_t first, start; /* the cell and the level at which it starts */
    int32_t limit;        /* the last level that counts */
    int32_t side;         /* of the mover */
    /* the window of cells that it can get to, and of those one step beyond: so many from `origin` on, in each copy */
    int32_t origin, span, size;
    int32_t fold, gap;    /* cells from `fold` on are of the second copy, whose slots leave out so many cells */
    int32_t *best;        /* by slot of the window: the cheapest level found */
    uint8_t *marks;       /* by slot of the window */
    uint32_t *regions;    /* by slot of the window: one-way regions, a bit each; NULL: none anywhere */
    int overlaid;         /* COSTLY and CORPSE, as far as any cell is marked so */
    int near_all;         /* whether NEAR is not kept: any cell may lie beside such a cell */
    Box *dear;            /* spaces that cost more only where they are newly entered */
    int32_t dear_count, dear_room;
    /* the front: cells that wait for their level, in a ring of buckets */
    int32_t ring, waiting;
    int32_t at; /* the next level to settle */
    /* what is settled, level by level (`scratch.order`); sorted within a level up to `sorted` */
    int32_t count, sorted;
} Search;

typedef struct {
    PyTypeObject *table_type, *search_type;
} State;

extern PyType_Spec table_spec, search_spec;

/* table.c: cells and cubes */
int32_t table_cell(const Table *table, int32_t x, int32_t y, int32_t z);
int32_t table_bit(const Table *table, int32_t cell);
int32_t bit_cell(const Table *table, int32_t bit);
Cube table_cube(const Table *table, int32_t cell);
int64_t table_rank(const Table *table, Cube cube);

/* module.c: what Python gives, checked */
int as_int(PyObject *given, int32_t low, int32_t high, const char *name, int32_t *into);
int as_ints(PyObject *given, int count, int32_t *into, const char *name);
const uint8_t *as_cubes(const Table *table, PyObject *given, const char *name);
PyObject *cube_tuple(const Table *table, int32_t cell);

/* marks.c: who is where */
int put_plane(Search *search, const uint8_t *bits, int mark, int region);
int put_space(Search *search, Box space, int mark, int region);
int put_rows(Search *search, PyObject *rows);
int newly_enters(const Search *search, int32_t from, int32_t to);

/* search.c: spreading */
void free_scratch(Scratch *scratch);
int settle_level(Search *search);
int settle_all(Search *search);
int settled_level(Search *search, int32_t cell, int32_t *level);
int admits(const Search *search, int rank, int32_t from, int32_t to);
int sources_of(const Search *search, int32_t cell, int32_t *sources);

/* way.c: ways back */
PyObject *search_way(Search *search, PyObject *const *args, Py_ssize_t nargs);
PyObject *search_some_way(Search *search, PyObject *given);

PyObject *module_search(PyObject *self, PyObject *const *args, Py_ssize_t nargs);
PyObject *module_search_among(PyObject *self, PyObject *const *args, Py_ssize_t nargs);
PyObject *module_line(PyObject *module, PyObject *const *given, Py_ssize_t count);
PyObject *module_sight(PyObject *module, PyObject *const *given, Py_ssize_t count);

/* module.c */
State *module_state(PyObject *self);

static inline int has_bit(const uint8_t *bits, int32_t index) {
    return bits[index >> 3] >> (index & 7) & 1;
}

static inline int rank_of(int marks) { /* which overlay's moves lead into a cell */
    return marks & CORPSE ? 2 : marks & COSTLY;
}

/* Where the window holds a cell that lies in it. */
static inline int32_t slot_of(const Search *search, int32_t cell) {
    return cell - search->origin - (cell >= search->fold ? search->gap : 0);
}

static inline int in_window(const Search *search, int64_t cell) {
    if (cell >= search->table->cells)
        return 0;
    if (cell >= search->fold)
        cell -= search->fold;
    return cell >= search->origin && cell - search->origin < search->span;
}

static inline int marks_at(const Search *search, int32_t cell) { return search->marks[slot_of(search, cell)]; }

#if defined(_MSC_VER)
#include <intrin.h>
static inline int lowest_bit(uint64_t word) {
    unsigned long found;
#if defined(_WIN64)
    _BitScanForward64(&found, word);
    return (int)found;
#else
    if (_BitScanForward(&found, (unsigned long)word))
        return (int)found;
    _BitScanForward(&found, (unsigned long)(word >> 32));
    return (int)found + 32;
#endif
}
#else
static inline int lowest_bit(uint64_t word) { return __builtin_ctzll(word); }
#endif

#endif
