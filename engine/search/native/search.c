/* Spreading over a table's arcs, one level after the other (Dial's algorithm), as far as it is asked to. */

#include "native.h"

#include <stdlib.h>
#include <string.h>

/* --- memory: taken from the table and given back to it, so that most searches ask for none ---------- */

void free_scratch(Scratch *scratch) {
    free(scratch->best);
    free(scratch->marks);
    free(scratch->order);
    for (int32_t bucket = 0; bucket < scratch->bucket_room; bucket++)
        free(scratch->buckets[bucket].cells);
    free(scratch->buckets);
    memset(scratch, 0, sizeof *scratch);
}

/* Room for so many more cells in a bucket; -1 with an error set. */
static int make_room(Bucket *bucket, int32_t spare) {
    if (bucket->room - bucket->count >= spare)
        return 0;
    if (spare > INT32_MAX / 2 - bucket->count) {
        PyErr_NoMemory();
        return -1;
    }
    int32_t room = 2 * (bucket->count + spare);
    int32_t *cells = realloc(bucket->cells, (size_t)room * sizeof(int32_t));
    if (!cells) {
        PyErr_NoMemory();
        return -1;
    }
    bucket->cells = cells;
    bucket->room = room;
    return 0;
}

/* Memory for a search's window and ring, cleared; -1 with an error set. */
static int take_scratch(Search *search) {
    Scratch *scratch = &search->scratch;
    *scratch = search->table->spare;
    memset(&search->table->spare, 0, sizeof *scratch);
    if (scratch->room < search->size) {
        free(scratch->best);
        free(scratch->marks);
        scratch->best = malloc((size_t)search->size * sizeof(int32_t));
        scratch->marks = malloc((size_t)search->size);
        scratch->room = scratch->best && scratch->marks ? search->size : 0;
    }
    if (scratch->bucket_room < search->ring) {
        Bucket *buckets = realloc(scratch->buckets, (size_t)search->ring * sizeof(Bucket));
        if (buckets) {
            memset(buckets + scratch->bucket_room, 0, (size_t)(search->ring - scratch->bucket_room) * sizeof(Bucket));
            scratch->buckets = buckets;
            scratch->bucket_room = search->ring;
        }
    }
    if (scratch->room < search->size || scratch->bucket_room < search->ring) {
        PyErr_NoMemory();
        return -1;
    }
    for (int32_t bucket = 0; bucket < search->ring; bucket++)
        scratch->buckets[bucket].count = 0;
    memset(scratch->best, 0x7f, (size_t)search->size * sizeof(int32_t));
    memset(scratch->marks, 0, (size_t)search->size);
    search->best = scratch->best;
    search->marks = scratch->marks;
    return 0;
}

/* Give a search's memory back to its table, unless that has some or it is much. */
static void give_scratch(Search *search) {
    Scratch *spare = &search->table->spare;
    if (spare->best || search->scratch.room > KEPT_CELLS || search->scratch.bucket_room > KEPT_CELLS)
        free_scratch(&search->scratch);
    else
        *spare = search->scratch;
}

/* --- spreading ---------------------------------------------------------------------------------- */

/* Whether an overlay's arc from one cell of the window to another is one that holds there. */
int admits(const Search *search, int rank, int32_t from, int32_t to) {
    int owner = rank_of(marks_at(search, to));
    if (owner == 1 && search->dear_count)
        owner = newly_enters(search, from, to) ? 1 : 0;
    if (rank != owner)
        return 0;
    const uint32_t *regions = search->regions;
    return !regions || !(regions[slot_of(search, to)] & ~regions[slot_of(search, from)]);
}

/* Enter what one overlay's arcs lead to from a cell that has just been settled; `plain`: all of them hold.
 *
 * No cell is farther from the start than the levels allow steps, and the window holds one step more: so where arcs
 * lead to neighbours, `to` lies in it. Whatever they do, nothing outside it is touched. */
static inline int spread(Search *search, int rank, int32_t cell, int32_t at, int32_t bucket, int plain) {
    const Arcs *arcs = &search->arcs[rank];
    const uint64_t *out = arcs->out + (size_t)cell * arcs->words;
    const int32_t *shift = arcs->shift, *price = arcs->price, *latest = arcs->latest;
    int32_t *best = search->best;
    for (int32_t base = 0; base < arcs->count; base += 64) {
        for (uint64_t word = *out++; word; word &= word - 1) {
            int32_t number = base + lowest_bit(word), to = cell + shift[number], level = at + price[number];
            int32_t slot = slot_of(search, to);
            if ((uint32_t)slot >= (uint32_t)search->size)
                continue;
            if (level >= best[slot] || at > latest[number] || level > search->limit)
                continue;
            if (!plain && !admits(search, rank, cell, to))
                continue;
            /* the ring is longer than any price that the limit allows */
            int32_t next = bucket + price[number];
            Bucket *into = &search->scratch.buckets[next < search->ring ? next : next - search->ring];
            if (into->count == into->room && make_room(into, 32))
                return -1;
            into->cells[into->count++] = to;
            best[slot] = level;
            search->waiting++;
        }
    }
    return 0;
}

static int append_room(Search *search, int32_t more) {
    Scratch *scratch = &search->scratch;
    if (scratch->order_room - search->count < more) {
        if (more > INT32_MAX / 2 - search->count) {
            PyErr_NoMemory();
            return -1;
        }
        int32_t room = 2 * (search->count + more);
        int32_t *order = realloc(scratch->order, (size_t)room * sizeof(int32_t));
        if (!order) {
            PyErr_NoMemory();
            return -1;
        }
        scratch->order = order;
        scratch->order_room = room;
    }
    return 0;
}

/* Give other threads and signals their turn, between two levels; -1 with an error set. The search may go on after it. */
static int rest(Search *search) {
    search->rested = search->count;
    Py_BEGIN_ALLOW_THREADS
    Py_END_ALLOW_THREADS
    return PyErr_CheckSignals();
}

/* Settle the next level that holds anything. */
int settle_level(Search *search) {
    if (search->count - search->rested >= REST && rest(search))
        return -1;
    if (!search->waiting)
        return 0;
    Bucket *buckets = search->scratch.buckets;
    int32_t bucket = search->at % search->ring;
    while (!buckets[bucket].count) {
        search->at++;
        bucket = bucket + 1 == search->ring ? 0 : bucket + 1;
    }
    int32_t at = search->at, count = buckets[bucket].count;
    if (append_room(search, count))
        return -1;
    for (int32_t number = 0; number < count; number++) { /* arcs cost a level or more: none leads into this bucket */
        int32_t cell = buckets[bucket].cells[number];
        if (search->best[slot_of(search, cell)] != at)
            continue; /* it was reached at a lower level since */
        search->scratch.order[search->count++] = cell;
        int near = search->overlaid && (search->near_all || search->marks[slot_of(search, cell)] & NEAR);
        if (near || search->regions ? spread(search, 0, cell, at, bucket, 0) : spread(search, 0, cell, at, bucket, 1))
            goto failed;
        for (int rank = 1; near && rank < OVERLAYS; rank++)
            if (spread(search, rank, cell, at, bucket, 0))
                goto failed;
    }
    search->waiting -= count;
    buckets[bucket].count = 0;
    search->at++;
    return 0;
failed: /* nothing more is found: what is settled stays so */
    search->waiting = 0;
    search->at++;
    return -1;
}

int settle_all(Search *search) {
    while (search->waiting)
        if (settle_level(search))
            return -1;
    return 0;
}

/* The level of a cell, once it is settled: 1 where it is reached, 0 where it is not, -1 with an error set. */
int settled_level(Search *search, int32_t cell, int32_t *level) {
    if (!in_window(search, cell))
        return 0;
    for (;;) {
        int32_t best = search->best[slot_of(search, cell)];
        if (best != UNREACHED && best != SHUT && best < search->at) {
            *level = best;
            return 1;
        }
        if (best == SHUT || !search->waiting)
            return 0;
        if (settle_level(search))
            return -1;
    }
}

/* The cells from which a step comes to a cell at a level, all below which is settled; as `sources_of`. */
static int sources_at(const Search *search, int32_t cell, int32_t at, int32_t *sources) {
    int count = 0, owner = rank_of(marks_at(search, cell));
    for (int rank = 0; rank < OVERLAYS; rank++) {
        const Arcs *arcs = &search->arcs[rank];
        if (!arcs->out || (rank != owner && !(rank == 0 && owner == 1 && search->dear_count)))
            continue;
        int alone = count == 0;
        for (int32_t number = 0; number < arcs->count; number++) {
            int64_t from = (int64_t)cell - arcs->shift[number];
            if (!in_window(search, from))
                continue;
            int32_t level = search->best[slot_of(search, (int32_t)from)];
            if (level < search->start || level + arcs->price[number] != at || level > arcs->latest[number])
                continue;
            if (!(arcs->out[(size_t)from * arcs->words + (number >> 6)] >> (number & 63) & 1))
                continue;
            if (!admits(search, rank, (int32_t)from, cell))
                continue;
            int place = count;
            if (!alone) /* of two overlays: still in the order of the shifts, which is that of the sources reversed */
                while (place > 0 && sources[place - 1] < from)
                    place--;
            if (count == MOST_SOURCES || (place > 0 && sources[place - 1] == from))
                continue;
            memmove(sources + place + 1, sources + place, (size_t)(count - place) * sizeof *sources);
            sources[place] = (int32_t)from;
            count++;
        }
    }
    return count;
}

/* The cells from which a settled cell is reached most cheaply, in the order of the arcs; returns how many. */
int sources_of(const Search *search, int32_t cell, int32_t *sources) {
    return sources_at(search, cell, search->best[slot_of(search, cell)], sources);
}

/* --- a new search ------------------------------------------------------------------------------- */

static void search_dealloc(Search *search) {
    PyTypeObject *type = Py_TYPE((PyObject *)search);
    if (search->table)
        give_scratch(search);
    free(search->regions);
    free(search->dear);
    Py_XDECREF(search->held);
    Py_XDECREF((PyObject *)search->table);
    freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
    release(search);
    Py_DECREF(type);
}

/* A search that has nothing marked yet, from (table, first, level, limit, side, held). */
static Search *begun(State *state, PyObject *const *args) {
    int32_t first, level, limit, side;
    const uint8_t *held;
    if (!PyObject_TypeCheck(args[0], state->table_type)) {
        PyErr_SetString(PyExc_TypeError, "a search needs a Table");
        return NULL;
    }
    Table *table = (Table *)args[0];
    if (as_int(args[1], 0, table->cells - 1, "first", &first) || as_int(args[2], 0, MOST_LEVEL, "level", &level) ||
        as_int(args[3], level, MOST_LEVEL, "limit", &limit) || as_int(args[4], 1, FARTHEST, "side", &side) ||
        !(held = as_cubes(table, args[5], "held")))
        return NULL;

    Arcs arcs[OVERLAYS];
    memcpy(arcs, table->arcs, sizeof arcs);
    int32_t farthest = 0, cheapest = MOST_LEVEL, dearest = 0;
    for (int rank = 0; rank < OVERLAYS; rank++) {
        if (!arcs[rank].out || !arcs[rank].count)
            continue;
        farthest = arcs[rank].farthest > farthest ? arcs[rank].farthest : farthest;
        cheapest = arcs[rank].cheapest < cheapest ? arcs[rank].cheapest : cheapest;
        dearest = arcs[rank].dearest > dearest ? arcs[rank].dearest : dearest;
    }
    int64_t far = ((int64_t)((limit - level) / cheapest) + 1) * farthest, low = 0, high = table->bits;
    if (table->copies == 1 || table->height >= 4) { /* else a step cannot be told from a change of copies */
        low = first % table->bits - far > 0 ? first % table->bits - far : 0;
        high = first % table->bits + far + 1 < high ? first % table->bits + far + 1 : high;
    }

    allocfunc alloc = (allocfunc)PyType_GetSlot(state->search_type, Py_tp_alloc);
    Search *search = (Search *)alloc(state->search_type, 0);
    if (!search)
        return NULL;
    Py_INCREF(args[0]);
    search->table = table;
    memcpy(search->arcs, arcs, sizeof arcs);
    Py_INCREF(args[5]);
    search->held = args[5];
    search->held_bits = held;
    search->first = first;
    search->start = search->at = level;
    search->limit = limit;
    search->side = side;
    search->origin = (int32_t)low;
    search->span = (int32_t)(high - low);
    search->size = search->span * table->copies;
    search->fold = table->copies == 2 ? table->bits : INT32_MAX;
    search->gap = table->bits - search->span;
    search->ring = (dearest < limit - level ? dearest : limit - level) + 1;
    if (take_scratch(search)) {
        Py_DECREF((PyObject *)search);
        return NULL;
    }
    return search;
}

/* Everything is marked: put the start on its level. */
static PyObject *ready(Search *search) {
    const Arcs *arcs = search->arcs;
    if (!arcs[0].out || (search->overlaid & COSTLY && !arcs[1].out) || (search->overlaid & CORPSE && !arcs[2].out)) {
        PyErr_SetString(PyExc_LookupError, "the table has not been given the moves of an overlay");
        goto failed;
    }
    Bucket *bucket = &search->scratch.buckets[search->start % search->ring];
    if (make_room(bucket, 1))
        goto failed;
    bucket->cells[bucket->count++] = search->first;
    search->best[slot_of(search, search->first)] = search->start;
    search->waiting = 1;
    return (PyObject *)search;
failed:
    Py_DECREF((PyObject *)search);
    return NULL;
}

/* search(table, first, level, limit, side, held, planes, regions, spaces) */
PyObject *module_search(PyObject *self, PyObject *const *args, Py_ssize_t nargs) {
    PyObject *planes = NULL, *regions = NULL, *spaces = NULL, *found = NULL;
    if (nargs != 9) {
        PyErr_SetString(PyExc_TypeError, "search takes nine arguments");
        return NULL;
    }
    Search *search = begun(module_state(self), args);
    if (!search)
        return NULL;
    planes = PySequence_Tuple(args[6]);
    regions = planes ? PySequence_Tuple(args[7]) : NULL;
    spaces = regions ? PySequence_Tuple(args[8]) : NULL;
    if (!spaces)
        goto done;
    for (Py_ssize_t number = 0; number < PyTuple_Size(planes); number++) {
        PyObject *pair = PyTuple_GetItem(planes, number);
        int32_t mark;
        if (!PyTuple_Check(pair) || PyTuple_Size(pair) != 2) {
            PyErr_SetString(PyExc_TypeError, "a plane must be a pair of a mark and cubes");
            goto done;
        }
        const uint8_t *bits = as_cubes(search->table, PyTuple_GetItem(pair, 1), "a plane");
        if (!bits || as_int(PyTuple_GetItem(pair, 0), 0, SHARED, "mark", &mark) || put_plane(search, bits, mark, -1))
            goto done;
    }
    if (PyTuple_Size(regions) > MOST_REGIONS) {
        PyErr_SetString(PyExc_ValueError, "too many one-way regions");
        goto done;
    }
    for (Py_ssize_t number = 0; number < PyTuple_Size(regions); number++) {
        const uint8_t *bits = as_cubes(search->table, PyTuple_GetItem(regions, number), "a region");
        if (!bits || put_plane(search, bits, 0, (int)number))
            goto done;
    }
    for (Py_ssize_t number = 0; number < PyTuple_Size(spaces); number++) {
        int32_t box[6];
        if (as_ints(PyTuple_GetItem(spaces, number), 6, box, "a space") ||
            put_space(search, (Box){box[0], box[1], box[2], box[3], box[4], box[5]}, COSTLY | DEAR, -1))
            goto done;
    }
    Py_INCREF((PyObject *)search);
    found = ready(search);
done:
    Py_XDECREF(planes);
    Py_XDECREF(regions);
    Py_XDECREF(spaces);
    Py_DECREF((PyObject *)search);
    return found;
}

/* search_among(table, first, level, limit, side, held, rows): None where marks cannot tell it */
PyObject *module_search_among(PyObject *self, PyObject *const *args, Py_ssize_t nargs) {
    if (nargs != 7) {
        PyErr_SetString(PyExc_TypeError, "search_among takes seven arguments");
        return NULL;
    }
    Search *search = begun(module_state(self), args);
    if (!search)
        return NULL;
    int told = put_rows(search, args[6]);
    if (!told)
        return ready(search);
    Py_DECREF((PyObject *)search);
    if (told < 0)
        return NULL;
    Py_RETURN_NONE;
}

/* --- what a search is asked --------------------------------------------------------------------- */

static int by_number(const void *a, const void *b) {
    int32_t one = *(const int32_t *)a, other = *(const int32_t *)b;
    return one < other ? -1 : one > other;
}

/* Put the cells of each settled level into rising order. */
static void sort_settled(Search *search) {
    while (search->sorted < search->count) {
        int32_t low = search->sorted, high = low + 1;
        int32_t level = search->best[slot_of(search, search->scratch.order[low])];
        while (high < search->count && search->best[slot_of(search, search->scratch.order[high])] == level)
            high++;
        qsort(search->scratch.order + low, (size_t)(high - low), sizeof(int32_t), by_number);
        search->sorted = high;
    }
}

static int stops_at(const Search *search, int32_t cell) {
    if (cell == search->first)
        return 1;
    int32_t bit = table_bit(search->table, cell);
    return bit >= 0 && has_bit(search->held_bits, bit) &&
           !(marks_at(search, cell) & (CLOSED | NO_STOP));
}

static PyObject *search_settle(Search *search, PyObject *unused) {
    (void)unused;
    if (settle_all(search))
        return NULL;
    return PyLong_FromLong(search->count);
}

static PyObject *search_level(Search *search, PyObject *given) {
    int32_t cell, level;
    if (as_int(given, INT32_MIN, INT32_MAX, "cell", &cell))
        return NULL;
    int found = settled_level(search, cell, &level);
    if (found < 0)
        return NULL;
    if (!found)
        Py_RETURN_NONE;
    return PyLong_FromLong(level);
}

static int add_pair(PyObject *list, int32_t cell, int32_t level) {
    PyObject *pair = Py_BuildValue("(ii)", (int)cell, (int)level);
    int failed = !pair || PyList_Append(list, pair);
    Py_XDECREF(pair);
    return failed;
}

/* batch(position): what is reached at the next level, as (position behind it, [(cell, level), ...]). */
static PyObject *search_batch(Search *search, PyObject *given) {
    int32_t position;
    if (as_int(given, 0, search->count, "position", &position))
        return NULL;
    while (position == search->count && search->waiting)
        if (settle_level(search))
            return NULL;
    PyObject *found = PyList_New(0);
    if (!found)
        return NULL;
    sort_settled(search);
    int32_t first = position;
    for (; position < search->count; position++) {
        int32_t cell = search->scratch.order[position], level = search->best[slot_of(search, cell)];
        if (level != search->best[slot_of(search, search->scratch.order[first])])
            break;
        if (add_pair(found, cell, level)) {
            Py_DECREF(found);
            return NULL;
        }
    }
    return Py_BuildValue("(iN)", (int)position, found);
}

/* The cells of a set of cubes at which the mover may stop, so far as the search can get there at all, in rising order;
 * returns how many, or -1 with an error set. */
static int32_t stops_of(const Search *search, const uint8_t *bits, int32_t **cells) {
    const Table *table = search->table;
    int32_t count = 0, room = 0;
    *cells = NULL;
    for (int copy = 0; copy < table->copies; copy++)
        for (int32_t byte = 0; byte <= (table->bits - 1) >> 3; byte++)
            for (unsigned held = bits[byte]; held; held &= held - 1) {
                int32_t cell = bit_cell(table, byte * 8 + lowest_bit(held));
                if (cell < 0 || !in_window(search, cell += copy * table->bits) || !stops_at(search, cell))
                    continue;
                if (count == room) {
                    room = room ? 2 * room : 64;
                    int32_t *more = realloc(*cells, (size_t)room * sizeof **cells);
                    if (!more) {
                        free(*cells);
                        PyErr_NoMemory();
                        return -1;
                    }
                    *cells = more;
                }
                (*cells)[count++] = cell;
            }
    return count;
}

/* The lowest level above another at which any of some cells is settled so far; UNREACHED where more searching may find
 * one, SHUT where it cannot. */
static int32_t next_level(const Search *search, const int32_t *cells, int32_t count, int32_t above) {
    int32_t least = UNREACHED, unsettled = 0;
    for (int32_t number = 0; number < count; number++) {
        int32_t level = search->best[slot_of(search, cells[number])];
        if (level >= search->at)
            unsettled = 1;
        else if (level > above && level < least)
            least = level;
    }
    return least == UNREACHED && !(unsettled && search->waiting) ? SHUT : least;
}

/* stops_among(cubes, level): the places to stop of a set that are reached first above a level, as [(cell, level), ...].
 */
static PyObject *search_stops_among(Search *search, PyObject *const *args, Py_ssize_t nargs) {
    int32_t above, *cells;
    if (nargs != 2) {
        PyErr_SetString(PyExc_TypeError, "stops_among takes two arguments");
        return NULL;
    }
    const uint8_t *bits = as_cubes(search->table, args[0], "cubes");
    if (!bits || as_int(args[1], -1, MOST_LEVEL, "level", &above))
        return NULL;
    int32_t count = stops_of(search, bits, &cells);
    if (count < 0)
        return NULL;
    PyObject *found = PyList_New(0);
    int32_t level = SHUT;
    while (found && (level = next_level(search, cells, count, above)) == UNREACHED)
        if (settle_level(search))
            Py_CLEAR(found);
    for (int32_t number = 0; found && level != SHUT && number < count; number++)
        if (search->best[slot_of(search, cells[number])] == level && add_pair(found, cells[number], level))
            Py_CLEAR(found);
    free(cells);
    return found;
}

static PyObject *search_before(Search *search, PyObject *const *args, Py_ssize_t nargs) {
    int32_t cell, level, sources[MOST_SOURCES];
    if (nargs != 2) {
        PyErr_SetString(PyExc_TypeError, "before takes two arguments");
        return NULL;
    }
    if (as_int(args[0], INT32_MIN, INT32_MAX, "cell", &cell) || as_int(args[1], 0, MOST_LEVEL, "level", &level))
        return NULL;
    while (search->at < level && search->waiting)
        if (settle_level(search))
            return NULL;
    int count = in_window(search, cell) ? sources_at(search, cell, level, sources) : 0;
    PyObject *found = PyList_New(count);
    for (int number = 0; found && number < count; number++) {
        int32_t at = search->best[slot_of(search, sources[number])];
        PyObject *pair = Py_BuildValue("(ii)", (int)sources[number], (int)at);
        if (!pair) {
            Py_DECREF(found);
            return NULL;
        }
        PyList_SetItem(found, number, pair);
    }
    return found;
}

static PyObject *search_stops_at(Search *search, PyObject *given) {
    int32_t cell;
    if (as_int(given, INT32_MIN, INT32_MAX, "cell", &cell))
        return NULL;
    return PyBool_FromLong(in_window(search, cell) && stops_at(search, cell));
}

static PyObject *search_shared_at(Search *search, PyObject *given) {
    int32_t cell;
    if (as_int(given, INT32_MIN, INT32_MAX, "cell", &cell))
        return NULL;
    return PyBool_FromLong(in_window(search, cell) && marks_at(search, cell) & SHARED);
}

static PyObject *search_leads_on(Search *search, PyObject *unused) {
    (void)unused;
    for (int32_t position = 0;; position++) {
        if (position == search->count) {
            if (!search->waiting)
                Py_RETURN_FALSE;
            if (settle_level(search))
                return NULL;
            position--;
            continue;
        }
        if (search->scratch.order[position] != search->first && stops_at(search, search->scratch.order[position]))
            Py_RETURN_TRUE;
    }
}

typedef struct {
    int64_t rank;
    int32_t cell;
} Ranked;

static int by_rank(const void *a, const void *b) {
    int64_t one = ((const Ranked *)a)->rank, other = ((const Ranked *)b)->rank;
    return one < other ? -1 : one > other;
}

/* The places where the mover may stop, that of its start left out, in row order. */
static PyObject *search_resting_places(Search *search, PyObject *unused) {
    (void)unused;
    if (settle_all(search))
        return NULL;
    Ranked *ranked = malloc((size_t)(search->count ? search->count : 1) * sizeof(Ranked));
    if (!ranked)
        return PyErr_NoMemory();
    int64_t start = table_rank(search->table, table_cube(search->table, search->first));
    int32_t count = 0;
    for (int32_t position = 0; position < search->count; position++) {
        int32_t cell = search->scratch.order[position];
        int64_t rank = table_rank(search->table, table_cube(search->table, cell));
        if (rank != start && stops_at(search, cell))
            ranked[count++] = (Ranked){rank, cell};
    }
    qsort(ranked, (size_t)count, sizeof(Ranked), by_rank);
    PyObject *found = PyList_New(0);
    for (int32_t number = 0; found && number < count; number++) {
        if (number && ranked[number].rank == ranked[number - 1].rank)
            continue; /* the other copy of the place */
        PyObject *cube = cube_tuple(search->table, ranked[number].cell);
        if (!cube || PyList_Append(found, cube))
            Py_CLEAR(found);
        Py_XDECREF(cube);
    }
    free(ranked);
    return found;
}

/* The reached cells as a set of cells. */
static PyObject *search_reached(Search *search, PyObject *unused) {
    (void)unused;
    if (settle_all(search))
        return NULL;
    PyObject *found = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)search->table->cells / 8 + 1);
    if (!found)
        return NULL;
    uint8_t *bits = (uint8_t *)PyBytes_AsString(found);
    memset(bits, 0, (size_t)search->table->cells / 8 + 1);
    for (int32_t position = 0; position < search->count; position++)
        bits[search->scratch.order[position] >> 3] |= (uint8_t)(1 << (search->scratch.order[position] & 7));
    return found;
}

static PyObject *search_done(Search *search, void *unused) {
    (void)unused;
    return PyBool_FromLong(search->waiting == 0);
}

static PyMethodDef search_methods[] = {
    {"settle", (PyCFunction)search_settle, METH_NOARGS, "Search to the end; returns how many cells are reached."},
    {"level", (PyCFunction)search_level, METH_O, "The cheapest level at which a cell is reached, or None."},
    {"batch", (PyCFunction)search_batch, METH_O, "What is reached at the next level."},
    {"stops_among", (PyCFunction)(void (*)(void))search_stops_among, METH_FASTCALL, "The next places to stop of a set."},
    {"before", (PyCFunction)(void (*)(void))search_before, METH_FASTCALL, "The cells before a cell at a level."},
    {"stops_at", (PyCFunction)search_stops_at, METH_O, "Whether the mover may stop at a cell."},
    {"shared_at", (PyCFunction)search_shared_at, METH_O, "Whether stopping at a cell makes two squeeze."},
    {"leads_on", (PyCFunction)search_leads_on, METH_NOARGS, "Whether it leads to another place to stop at."},
    {"resting_places", (PyCFunction)search_resting_places, METH_NOARGS, "The places to stop at, in row order."},
    {"reached", (PyCFunction)search_reached, METH_NOARGS, "The reached cells, a bit each."},
    {"way", (PyCFunction)(void (*)(void))search_way, METH_FASTCALL, "The preferred way to a cell, and what it draws."},
    {"some_way", (PyCFunction)search_some_way, METH_O, "One of the cheapest ways to a cell."},
    {NULL, NULL, 0, NULL},
};

static PyGetSetDef search_members[] = {
    {"done", (getter)search_done, NULL, "Whether nothing is left to search.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyType_Slot search_slots[] = {
    {Py_tp_doc, "What a search reaches, settled as far as it has been asked for."},
    {Py_tp_dealloc, search_dealloc},
    {Py_tp_methods, search_methods},
    {Py_tp_getset, search_members},
    {0, NULL},
};

PyType_Spec search_spec = {
    .name = "fivefoot.engine.search._native.Search",
    .basicsize = sizeof(Search),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .slots = search_slots,
};
