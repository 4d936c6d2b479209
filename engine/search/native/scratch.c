/* The memory of searches: taken from the table, and given back to it, so that most searches ask for none. */

#include "native.h"

#include <stdlib.h>
#include <string.h>

void free_scratch(Scratch *scratch) {
    free(scratch->best);
    free(scratch->marks);
    free(scratch->order);
    free(scratch->stamps);
    for (int32_t bucket = 0; bucket < scratch->bucket_room; bucket++)
        free(scratch->buckets[bucket].cells);
    free(scratch->buckets);
    memset(scratch, 0, sizeof *scratch);
}

/* Room for so many more cells in a bucket; -1 with an error set. */
int make_room(Bucket *bucket, int32_t spare) {
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
int take_scratch(Search *search) {
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
void give_scratch(Search *search) {
    Scratch *spare = &search->table->spare;
    if (spare->best || search->scratch.room > KEPT_CELLS || search->scratch.bucket_room > KEPT_CELLS)
        free_scratch(&search->scratch);
    else
        *spare = search->scratch;
}
