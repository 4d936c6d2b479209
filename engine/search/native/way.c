/* The way back from a reached cell: cheapest, then fewest attacks drawn, then least harm from the ground, then fewest
 * squares, then fewest diagonals, then nearest to the straight line square by square, and first in row order where two
 * are equally near.
 *
 * First a way that draws no attack and takes no harm is looked for, ring by ring of squares from the goal. Where there
 * is none, each cell of those ways keeps labels: ways of which none is beaten by another, whatever follows.
 * The Python of `best_path` does the same; the two are compared by the tests.
 */

#include "native.h"

#include <stdlib.h>
#include <string.h>

#define MOST_LABELS 24 /* as in best_path.LABELS */

/* What of the board's cubes lays the mover open to which enemy, a bit for each. */
typedef struct {
    int threats, entries;
    const uint8_t *threat[MOST_THREATS], *entry[MOST_THREATS];
    int parting; /* whether only leaving an enemy's anchors altogether provokes it */
} Danger;

typedef struct {
    int32_t cell;
    Cube cube;
    int64_t across, rank; /* how far its square is off the line, and its place in row order */
    int32_t diagonals;    /* of the ways through rings: of its steps to the goal so many are diagonal at least */
    uint64_t threatened, inside; /* the enemies that threaten the cell, and those whose own space it is in */
    int32_t first_label, label_count;
    int32_t first_source, source_count;
} Node;

typedef struct {
    uint64_t drawn;
    int64_t harm;
    int32_t squares, diagonals, parent, node; /* parent: a label; -1 at the start */
} Label;

/* All that is made on the way to an answer. */
typedef struct {
    Search *search;
    Danger danger;
    const uint8_t *harm; /* three int32 a square: amount, lowest and highest cube that take it; NULL: no harm anywhere */
    Cube start, line; /* the first square, and the way from there to the goal as the crow flies */
    int32_t *number; /* by cell of the window: its node plus one; 0: none */
    Node *nodes;
    int32_t node_count, node_room;
    int32_t *sources; /* cells, for each node in a row */
    int32_t source_count, source_room;
    Label *labels;
    int32_t label_count, label_room;
    int32_t *ends; /* of the rings, in nodes */
    int32_t ring_count, ring_room;
} Back;

static void *grown(void *held, int32_t *room, int32_t wanted, size_t size) {
    int32_t more = *room ? *room : 64;
    if (wanted < 0) { /* more than can be counted */
        PyErr_NoMemory();
        return NULL;
    }
    while (more < wanted)
        more = more > MOST_CELLS ? wanted : more * 2;
    void *made = realloc(held, (size_t)more * size);
    if (!made) {
        PyErr_NoMemory();
        return NULL;
    }
    *room = more;
    return made;
}

static uint64_t held_by(int count, const uint8_t *const *planes, int32_t bit) {
    uint64_t found = 0;
    for (int number = 0; bit >= 0 && number < count; number++)
        found |= (uint64_t)has_bit(planes[number], bit) << number;
    return found;
}

static int64_t squared(int64_t number) { return number * number; }

/* The size of the cross product of the line and the way to a square. */
static int64_t off_the_line(const Back *back, Cube cube) {
    int64_t a = back->line.x, b = back->line.y, c = back->line.z;
    int64_t x = cube.x - back->start.x, y = cube.y - back->start.y, z = cube.z - back->start.z;
    return squared(x * b - y * a) + squared(y * c - z * b) + squared(z * a - x * c);
}

static int slants(const Node *one, const Node *other) {
    return one->cube.x != other->cube.x && one->cube.y != other->cube.y;
}

/* The node of a cell, made where there is none; -1 with an error set. */
static int32_t node_of(Back *back, int32_t cell) {
    int32_t slot = slot_of(back->search, cell);
    if (back->number[slot])
        return back->number[slot] - 1;
    if (back->node_count == back->node_room) {
        Node *nodes = grown(back->nodes, &back->node_room, back->node_count + 1, sizeof(Node));
        if (!nodes)
            return -1;
        back->nodes = nodes;
    }
    int32_t bit = table_bit(back->search->table, cell);
    Cube cube = table_cube(back->search->table, cell);
    Node made = {.cell = cell,
                 .cube = cube,
                 .across = off_the_line(back, cube),
                 .rank = table_rank(back->search->table, cube),
                 .threatened = held_by(back->danger.threats, back->danger.threat, bit),
                 .inside = held_by(back->danger.entries, back->danger.entry, bit)};
    back->nodes[back->node_count] = made;
    back->number[slot] = back->node_count + 1;
    return back->node_count++;
}

/* The enemies that a step between two nodes provokes. */
static uint64_t drawn_by(const Back *back, const Node *from, const Node *to) {
    uint64_t drawn = from->threatened;
    if (back->danger.parting)
        drawn &= ~to->threatened;
    return drawn | (to->inside & ~from->inside);
}

/* The harm of the squares that a step between two nodes newly covers. */
static int64_t harm_by(const Back *back, const Node *from, const Node *to) {
    const Table *table = back->search->table;
    int32_t side = back->search->side, column[3];
    int64_t found = 0;
    for (int32_t y = to->cube.y; back->harm && y < table->height && y - to->cube.y < side; y++)
        for (int32_t x = to->cube.x; x < table->width && x - to->cube.x < side; x++) {
            memcpy(column, back->harm + sizeof column * ((size_t)y * table->width + x), sizeof column);
            if (!column[0] || to->cube.z < column[1] || to->cube.z > column[2])
                continue;
            int covered = x >= from->cube.x && x - from->cube.x < side && y >= from->cube.y && y - from->cube.y < side;
            if (!covered || from->cube.z < column[1] || from->cube.z > column[2])
                found += column[0];
        }
    return found;
}

/* --- ways that draw nothing --------------------------------------------------------------------- */

/* Rings of cells from the goal outwards over steps that draw nothing and do no harm: 1 where the start is in the last, 0 where none
 * leads there, -1 with an error set. Nodes are numbered ring by ring. */
static int rings_to_start(Back *back, int32_t goal) {
    int32_t sources[MOST_SOURCES], low = 0;
    if (!back->danger.parting &&
        held_by(back->danger.threats, back->danger.threat, table_bit(back->search->table, back->search->first)))
        return 0; /* whichever way it leaves its place */
    if (node_of(back, goal) < 0)
        return -1;
    for (;;) {
        int32_t high = back->node_count;
        if (back->ring_count == back->ring_room) {
            int32_t *ends = grown(back->ends, &back->ring_room, back->ring_count + 1, sizeof(int32_t));
            if (!ends)
                return -1;
            back->ends = ends;
        }
        back->ends[back->ring_count++] = high;
        if (back->number[slot_of(back->search, back->search->first)])
            return 1;
        if (low == high)
            return 0;
        for (int32_t at = low; at < high; at++) {
            int count = sources_of(back->search, back->nodes[at].cell, sources);
            for (int number = 0; number < count; number++) {
                int32_t known = back->number[slot_of(back->search, sources[number])] - 1;
                if (known >= 0 && known < high)
                    continue; /* it is in this ring or a nearer one */
                int32_t found = node_of(back, sources[number]);
                if (found < 0)
                    return -1;
                Node *source = &back->nodes[found];
                if (drawn_by(back, source, &back->nodes[at]) || harm_by(back, source, &back->nodes[at])) {
                    /* not by this step */
                    if (known < 0) {
                        back->number[slot_of(back->search, sources[number])] = 0;
                        back->node_count--;
                    }
                    continue;
                }
                int32_t diagonals = back->nodes[at].diagonals + slants(source, &back->nodes[at]);
                if (known < 0 || diagonals < source->diagonals)
                    source->diagonals = diagonals;
            }
        }
        low = high;
    }
}

/* The next square of a way through the rings: in a ring, next to `here`, of as few diagonals, the nearest to the line.
 *
 * Both cells of a square, one in each copy, go on together until one of them falls behind: `here` holds one or two.
 * Returns how many it holds then, 0 where there is none. */
static int next_in_ring(const Back *back, int32_t here[2], int many, int32_t ring) {
    int32_t low = ring ? back->ends[ring - 1] : 0, high = back->ends[ring], best[2] = {-1, -1};
    int found = 0;
    for (int32_t number = low; number < high; number++) {
        const Node *node = &back->nodes[number], *known = found ? &back->nodes[best[0]] : NULL;
        int32_t sources[MOST_SOURCES];
        if (known && (known->across != node->across ? known->across < node->across : known->rank < node->rank))
            continue;
        int count = -1, leads = 0;
        for (int from = 0; from < many && !leads; from++) {
            const Node *source = &back->nodes[here[from]];
            if (node->diagonals != source->diagonals - slants(source, node) || drawn_by(back, source, node) ||
                harm_by(back, source, node))
                continue;
            if (count < 0)
                count = sources_of(back->search, node->cell, sources);
            for (int at = 0; at < count; at++)
                leads |= sources[at] == source->cell;
        }
        if (!leads)
            continue;
        if (known && (known->across != node->across || known->rank != node->rank))
            found = 0;
        if (found < 2)
            best[found++] = number;
    }
    memcpy(here, best, sizeof best);
    return found;
}

/* --- ways that draw the least ------------------------------------------------------------------- */

/* All cells of the cheapest ways, with the cells before each. */
static int cheapest_ways(Back *back, int32_t goal) {
    if (node_of(back, goal) < 0)
        return -1;
    for (int32_t at = 0; at < back->node_count; at++) {
        int32_t cell = back->nodes[at].cell;
        back->nodes[at].first_source = back->source_count;
        if (cell == back->search->first)
            continue;
        if (back->source_count > back->source_room - MOST_SOURCES) {
            int32_t wanted = back->source_count > INT32_MAX - MOST_SOURCES ? -1 : back->source_count + MOST_SOURCES;
            int32_t *sources = grown(back->sources, &back->source_room, wanted, sizeof(int32_t));
            if (!sources)
                return -1;
            back->sources = sources;
        }
        int count = sources_of(back->search, cell, back->sources + back->source_count);
        for (int number = 0; number < count; number++)
            if (node_of(back, back->sources[back->source_count + number]) < 0)
                return -1;
        back->nodes[at].source_count = count;
        back->source_count += count;
    }
    return 0;
}

static int count_bits(uint64_t word) {
    int count = 0;
    for (; word; word &= word - 1)
        count++;
    return count;
}

/* Compares two ways to one cell by harm, by how long they are, and by the squares that they enter, from the first on. */
static int compare_paths(const Back *back, const Label *a, const Label *b) {
    int found = 0;
    if (a->harm != b->harm)
        return a->harm < b->harm ? -1 : 1;
    if (a->squares != b->squares)
        return a->squares < b->squares ? -1 : 1;
    if (a->diagonals != b->diagonals)
        return a->diagonals < b->diagonals ? -1 : 1;
    while (a != b && a->parent >= 0 && b->parent >= 0) { /* the earliest difference decides */
        const Node *one = &back->nodes[a->node], *other = &back->nodes[b->node];
        if (one->across != other->across)
            found = one->across < other->across ? -1 : 1;
        else if (one->rank != other->rank)
            found = one->rank < other->rank ? -1 : 1;
        a = &back->labels[a->parent];
        b = &back->labels[b->parent];
    }
    return found;
}

static int compare_labels(const Back *back, const Label *a, const Label *b) {
    int one = count_bits(a->drawn), other = count_bits(b->drawn);
    return one != other ? one - other : compare_paths(back, a, b);
}

/* Sort labels, the stable way, with as much spare room behind them. */
static void sort_labels(const Back *back, Label *labels, Label *spare, int32_t count) {
    if (count < 2)
        return;
    int32_t half = count / 2, left = 0, right = half;
    sort_labels(back, labels, spare, half);
    sort_labels(back, labels + half, spare, count - half);
    for (int32_t number = 0; number < count; number++) {
        int second = left == half || (right < count && compare_labels(back, &labels[right], &labels[left]) < 0);
        spare[number] = labels[second ? right++ : left++];
    }
    memcpy(labels, spare, (size_t)count * sizeof(Label));
}

/* Label one node by the labels of those before it. */
static int label_node(Back *back, Node *node) {
    Label *arrived = NULL, *spare;
    int32_t count = 0, room = 0;
    for (int32_t number = 0; number < node->source_count; number++) {
        int32_t source = back->sources[node->first_source + number];
        room += back->nodes[back->number[slot_of(back->search, source)] - 1].label_count;
    }
    node->first_label = back->label_count;
    if (!room)
        return 0;
    arrived = malloc(2 * (size_t)room * sizeof(Label));
    if (back->label_count > back->label_room - MOST_LABELS) {
        int32_t wanted = back->label_count > INT32_MAX - MOST_LABELS ? -1 : back->label_count + MOST_LABELS;
        Label *labels = grown(back->labels, &back->label_room, wanted, sizeof(Label));
        if (labels)
            back->labels = labels;
        else {
            free(arrived);
            return -1;
        }
    }
    if (!arrived) {
        PyErr_NoMemory();
        return -1;
    }
    spare = arrived + room;
    for (int32_t number = 0; number < node->source_count; number++) {
        int32_t cell = back->sources[node->first_source + number];
        const Node *source = &back->nodes[back->number[slot_of(back->search, cell)] - 1];
        uint64_t drawn = drawn_by(back, source, node);
        int64_t harm = harm_by(back, source, node);
        for (int32_t label = source->first_label; label < source->first_label + source->label_count; label++)
            arrived[count++] = (Label){back->labels[label].drawn | drawn, back->labels[label].harm + harm,
                                       back->labels[label].squares + 1,
                                       back->labels[label].diagonals + slants(source, node), label,
                                       (int32_t)(node - back->nodes)};
    }
    sort_labels(back, arrived, spare, count);
    for (int32_t number = 0; number < count && node->label_count < MOST_LABELS; number++) {
        const Label *label = &arrived[number];
        int beaten = 0;
        for (int32_t other = 0; other < node->label_count && !beaten; other++) {
            const Label *kept = &back->labels[node->first_label + other];
            beaten = !(kept->drawn & ~label->drawn) && compare_paths(back, kept, label) <= 0;
        }
        if (!beaten) {
            back->labels[back->label_count++] = *label;
            node->label_count++;
        }
    }
    free(arrived);
    return 0;
}

typedef struct {
    int32_t level, number;
} Ordered;

static int by_level(const void *a, const void *b) {
    const Ordered *one = a, *other = b;
    return one->level != other->level ? (one->level < other->level ? -1 : 1)
                                      : (one->number < other->number ? -1 : one->number > other->number);
}

/* Label all nodes from the start on; returns the goal's best label, -1 with an error set. */
static int32_t least_drawn(Back *back) {
    int32_t found = -1;
    Ordered *order = malloc((size_t)back->node_count * sizeof(Ordered));
    if (!order) {
        PyErr_NoMemory();
        return -1;
    }
    for (int32_t number = 0; number < back->node_count; number++)
        order[number] =
            (Ordered){back->search->best[slot_of(back->search, back->nodes[number].cell)], number};
    qsort(order, (size_t)back->node_count, sizeof(Ordered), by_level);
    for (int32_t at = 0; at < back->node_count; at++) {
        Node *node = &back->nodes[order[at].number];
        if (node->cell != back->search->first) {
            if (label_node(back, node))
                goto done;
            continue;
        }
        if (back->label_count == back->label_room) {
            Label *labels = grown(back->labels, &back->label_room, back->label_count + 1, sizeof(Label));
            if (!labels)
                goto done;
            back->labels = labels;
        }
        node->first_label = back->label_count;
        node->label_count = 1;
        back->labels[back->label_count++] = (Label){0, 0, 0, 0, -1, (int32_t)(node - back->nodes)};
    }
    if (back->nodes[0].label_count)
        found = back->nodes[0].first_label; /* the goal was the first node */
    else
        PyErr_SetString(PyExc_RuntimeError, "no way leads back to the start");
done:
    free(order);
    return found;
}

/* --- what Python calls -------------------------------------------------------------------------- */

static void forget(Back *back) {
    if (back->number)
        memset(back->number, 0, (size_t)back->search->size * sizeof(int32_t));
    back->node_count = back->source_count = back->label_count = back->ring_count = 0;
}

static int read_planes(const Table *table, PyObject *given, const uint8_t **into, int *count) {
    Py_ssize_t held;
    if (!PyTuple_Check(given) || (held = PyTuple_Size(given)) > MOST_THREATS) {
        PyErr_Format(PyExc_ValueError, "threats must be a tuple of at most %i sets of cubes", MOST_THREATS);
        return -1;
    }
    for (Py_ssize_t number = 0; number < held; number++)
        if (!(into[number] = as_cubes(table, PyTuple_GetItem(given, number), "a threat")))
            return -1;
    *count = (int)held;
    return 0;
}

static int read_harm(const Table *table, PyObject *given, const uint8_t **into) {
    Py_ssize_t size = (Py_ssize_t)table->width * table->height * 3 * (Py_ssize_t)sizeof(int32_t);
    if (given == Py_None)
        return 0;
    if (!PyBytes_Check(given) || PyBytes_Size(given) != size) {
        PyErr_SetString(PyExc_ValueError, "harm must be None or bytes with three int32 for each square");
        return -1;
    }
    *into = (const uint8_t *)PyBytes_AsString(given);
    return 0;
}

/* The reached cell that Python names; -1 with an error set. */
static int32_t reached_cell(Search *search, PyObject *given) {
    int32_t cell, level;
    if (as_int(given, 0, search->table->cells - 1, "cell", &cell))
        return -1;
    int found = settled_level(search, cell, &level);
    if (found == 0)
        PyErr_SetString(PyExc_ValueError, "the cell is not reached");
    return found > 0 ? cell : -1;
}

/* way(cell, threats, entries, parting, harm): the cubes entered on the preferred way, and the enemies it provokes, a bit each.
 *
 * `threats` are the cubes at which each enemy threatens the mover, `entries` (empty, or as many) those in its own
 * space, which it provokes to come into, `harm` None or three int32 for each square, row by row: twice the average
 * damage of its ground, and the lowest and highest cube that take it. */
PyObject *search_way(Search *search, PyObject *const *args, Py_ssize_t nargs) {
    Back back = {.search = search};
    PyObject *path = NULL, *cube;
    uint64_t drawn = 0;
    if (nargs != 5) {
        PyErr_SetString(PyExc_TypeError, "way takes five arguments");
        return NULL;
    }
    int32_t goal = reached_cell(search, args[0]);
    if (goal < 0 || read_planes(search->table, args[1], back.danger.threat, &back.danger.threats) ||
        read_planes(search->table, args[2], back.danger.entry, &back.danger.entries) ||
        read_harm(search->table, args[4], &back.harm))
        return NULL;
    back.danger.parting = PyObject_IsTrue(args[3]);
    if (back.danger.parting < 0 || !(path = PyList_New(0)))
        return NULL;
    if (goal == search->first)
        return Py_BuildValue("(NK)", path, (unsigned long long)0);
    Cube end = table_cube(search->table, goal);
    back.start = table_cube(search->table, search->first);
    back.line = (Cube){end.x - back.start.x, end.y - back.start.y, end.z - back.start.z};
    back.number = calloc((size_t)search->size, sizeof(int32_t));
    if (!back.number) {
        PyErr_NoMemory();
        goto failed;
    }
    int clear = rings_to_start(&back, goal);
    if (clear < 0)
        goto failed;
    if (clear) {
        int32_t here[2] = {back.number[slot_of(search, search->first)] - 1, -1};
        int many = 1;
        for (int32_t ring = back.ring_count - 2; ring >= 0; ring--) {
            many = next_in_ring(&back, here, many, ring);
            if (!many) {
                PyErr_SetString(PyExc_RuntimeError, "no way leads back to the goal");
                goto failed;
            }
            cube = cube_tuple(search->table, back.nodes[here[0]].cell);
            if (!cube || PyList_Append(path, cube)) {
                Py_XDECREF(cube);
                goto failed;
            }
            Py_DECREF(cube);
        }
    } else {
        forget(&back);
        if (cheapest_ways(&back, goal))
            goto failed;
        int32_t label = least_drawn(&back);
        if (label < 0)
            goto failed;
        drawn = back.labels[label].drawn;
        for (; back.labels[label].parent >= 0; label = back.labels[label].parent) {
            cube = cube_tuple(search->table, back.nodes[back.labels[label].node].cell);
            if (!cube || PyList_Append(path, cube)) {
                Py_XDECREF(cube);
                goto failed;
            }
            Py_DECREF(cube);
        }
        if (PyList_Reverse(path))
            goto failed;
    }
    goto done;
failed:
    Py_CLEAR(path);
done:
    free(back.number);
    free(back.nodes);
    free(back.sources);
    free(back.labels);
    free(back.ends);
    return path ? Py_BuildValue("(NK)", path, (unsigned long long)drawn) : NULL;
}

/* some_way(cell): the cubes entered on one of the cheapest ways. */
PyObject *search_some_way(Search *search, PyObject *given) {
    int32_t sources[MOST_SOURCES], cell = reached_cell(search, given);
    if (cell < 0)
        return NULL;
    PyObject *path = PyList_New(0);
    while (path && cell != search->first) {
        PyObject *cube = cube_tuple(search->table, cell);
        if (!cube || PyList_Append(path, cube))
            Py_CLEAR(path);
        Py_XDECREF(cube);
        if (path && !sources_of(search, cell, sources)) {
            PyErr_SetString(PyExc_RuntimeError, "no way leads back to the start");
            Py_CLEAR(path);
        }
        cell = sources[0];
    }
    if (path && PyList_Reverse(path))
        Py_CLEAR(path);
    return path;
}
