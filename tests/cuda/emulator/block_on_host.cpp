// Blocks of a kernel, run one after another on one thread of the operating system; the threads of a block are
// coroutines that change places at barriers and shuffles, and nowhere else.
//
// A coroutine takes one thread after another until one of them has to wait, so that kernels without barriers run in a
// plain loop.  In which order threads and blocks run is chosen by whoever launches: a result that depends on it means
// that a barrier is missing.

#define GRAPHOPS_HOST_RUNTIME
#include "cuda_on_host.h"

#include <link.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>

#include <mutex>
#include <vector>

using graphops_host::Access;
using graphops_host::BarrierOperation;
using graphops_host::Host;
using graphops_host::Place;
using graphops_host::WarpOperation;

namespace {

constexpr size_t STACK = 256 * 1024;  // of which only what is touched takes memory
constexpr size_t CANARY = 64;
constexpr unsigned char SPOILT = 0xff;  // NaN in every floating dtype, -1 in integers
constexpr unsigned char GUARD = 0xa5;
constexpr int MOST_THREADS = 1024;
constexpr int WARP = 32;

struct Range {
    uintptr_t first, end;
};

struct Launch {
    uint32_t grid[3], block[3];
    uint64_t dynamic_shared;  // bytes
    int32_t order;            // 0 ascending, 1 descending, 2 shuffled
    uint32_t seed;
    void (*thread)(void**);
    void** arguments;
    Place* place;
    char* (*shared)();
    const Range* memory;  // what the kernel may touch, in ascending order; null: anything
    uint64_t ranges;
    int32_t find_races;
};

struct Coroutine {
    jmp_buf at;
    ucontext_t first;
    char* stack = nullptr;
    bool started = false;
};

enum State { UNSTARTED, READY, AT_BARRIER, IN_WARP, ENDED };

struct Thread {
    State state;
    Coroutine* on;
    int line;       // where it waits
    int operation;  // what for
    int predicate;
    unsigned mask;
    int lane, width;
    unsigned long long value;  // what it tells the others, and then what it was told
};

std::mutex one_at_a_time;
Coroutine coroutines[MOST_THREADS];
std::vector<Coroutine*> idle;
Thread threads[MOST_THREADS];
int order[MOST_THREADS];
int count, next_to_start, current, ended;
int waiting_in_warp[MOST_THREADS / WARP];
Coroutine* running;
jmp_buf scheduler;
const Launch* launch;
char* dynamic_shared;
bool failed;
char failure[512];
uint32_t random_state;

uint32_t random_number() {  // xorshift
    random_state ^= random_state << 13;
    random_state ^= random_state >> 17;
    random_state ^= random_state << 5;
    return random_state;
}

__attribute__((format(printf, 1, 2))) void report(const char* format, ...) {
    if (failed) return;
    failed = true;
    va_list values;
    va_start(values, format);
    vsnprintf(failure, sizeof failure, format, values);
    va_end(values);
}

// -- coroutines -----------------------------------------------------------------------------------------------------

void enter_thread(int thread) {
    current = thread;
    uint32_t x = launch->block[0], y = launch->block[1];
    launch->place->thread = {thread % x, thread / x % y, thread / x / y};
}

__attribute__((noinline)) void back_to_scheduler() {
    if (!_setjmp(running->at)) _longjmp(scheduler, 1);
}

void end_of_thread();

void run_threads() {
    for (;;) {
        while (next_to_start < count) {
            int thread = order[next_to_start++];
            threads[thread].on = running;
            threads[thread].state = READY;
            enter_thread(thread);
            launch->thread(launch->arguments);
            end_of_thread();
        }
        back_to_scheduler();
    }
}

__attribute__((noinline)) void resume(Coroutine* coroutine) {
    running = coroutine;
    if (_setjmp(scheduler)) return;
    if (coroutine->started) _longjmp(coroutine->at, 1);
    coroutine->started = true;
    if (!coroutine->stack) {
        void* stack = mmap(nullptr, STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (stack == MAP_FAILED) abort();
        coroutine->stack = static_cast<char*>(stack);
        memset(coroutine->stack, GUARD, CANARY);
    }
    getcontext(&coroutine->first);
    coroutine->first.uc_stack.ss_sp = coroutine->stack + CANARY;
    coroutine->first.uc_stack.ss_size = STACK - CANARY;
    coroutine->first.uc_link = nullptr;
    makecontext(&coroutine->first, run_threads, 0);
    setcontext(&coroutine->first);
}

// What was left in the middle of a kernel begins anew.
void forget_coroutines() {
    idle.clear();
    for (Coroutine& coroutine : coroutines) {
        coroutine.started = false;
        idle.push_back(&coroutine);
    }
}

uint32_t warp_syncs[MOST_THREADS / WARP];  // how many barriers of a warp there were

bool is_spoilt(const char* guard, size_t size) {
    for (size_t i = 0; i < size; i++)
        if (static_cast<unsigned char>(guard[i]) != GUARD) return true;
    return false;
}

// -- warps ----------------------------------------------------------------------------------------------------------

int source_lane(const Thread& thread, int lane) {
    int first = lane & ~(thread.width - 1), last = first + thread.width - 1, from = lane;
    switch (thread.operation) {
        case graphops_host::shuffle: return first | (thread.lane & (thread.width - 1));
        case graphops_host::shuffle_up: from = lane - thread.lane; return from < first ? lane : from;
        case graphops_host::shuffle_down: from = lane + thread.lane; return from > last ? lane : from;
        default: from = lane ^ thread.lane; return from > last ? lane : from;
    }
}

// Where all lanes that a waiting one names have come to the same operation, they are told its result.
void finish_warp(int warp) {
    Thread* lanes = threads + warp * WARP;
    int size = count - warp * WARP < WARP ? count - warp * WARP : WARP;
    for (int first = 0; first < size; first++) {
        if (lanes[first].state != IN_WARP) continue;
        unsigned mask = lanes[first].mask, present = 0, votes = 0;
        bool complete = true;
        for (int lane = 0; lane < size && complete; lane++) {
            if (!(mask >> lane & 1) || lanes[lane].state == ENDED) continue;
            const Thread& other = lanes[lane];
            complete = other.state == IN_WARP && other.mask == mask && other.line == lanes[first].line &&
                       other.operation == lanes[first].operation;
            present |= 1u << lane;
            votes |= unsigned(other.value & 1) << lane;
        }
        if (!complete) continue;
        unsigned long long told[WARP];
        for (int lane = 0; lane < size; lane++) told[lane] = lanes[lane].value;
        if (lanes[first].operation == graphops_host::sync_warp) warp_syncs[warp]++;
        for (int lane = 0; lane < size; lane++) {
            if (!(present >> lane & 1)) continue;
            Thread& thread = lanes[lane];
            switch (thread.operation) {
                case graphops_host::sync_warp: break;
                case graphops_host::ballot: thread.value = votes; break;
                case graphops_host::any: thread.value = votes != 0; break;
                case graphops_host::all: thread.value = votes == present; break;
                default: {
                    int from = source_lane(thread, lane);
                    bool there = from >= 0 && from < WARP && present >> from & 1;
                    thread.value = there ? told[from] : ~0ull;  // undefined on a device
                }
            }
            thread.state = READY;
            waiting_in_warp[warp]--;
        }
    }
}

void end_of_thread() {
    threads[current].state = ENDED;
    ended++;
    if (waiting_in_warp[current / WARP]) finish_warp(current / WARP);
}

// -- what is touched ------------------------------------------------------------------------------------------------

// The last accesses of a byte of shared memory.
struct Shadow {
    uint32_t written, read;  // in which stretch between two barriers
    int16_t writer, reader;
    bool several_readers, several_warps;  // have read it in that stretch
    uint32_t writer_syncs, reader_syncs;  // how many barriers their warp had passed
};

struct Shared {
    uintptr_t first;
    size_t size;
    std::vector<Shadow> bytes;
};

Shared fixed_shadow, dynamic_shadow;
uint32_t stretch;  // between two barriers, of any block
Range code_and_data;

[[noreturn]] void fail_at(void* from, const char* format, unsigned long a, long b, unsigned long c) {
    char what[256];
    snprintf(what, sizeof what, format, a, b, c);
    const Place& place = *launch->place;
    report("code +0x%lx: %s (thread %u, %u, %u of block %u, %u, %u)",
           (unsigned long)(reinterpret_cast<uintptr_t>(from) - code_and_data.first), what, place.thread.x, place.thread.y,
           place.thread.z, place.block.x, place.block.y, place.block.z);
    _longjmp(scheduler, 1);
}

// Why an access in the stretch of the one before would be at the same time, or null.
const char* race_with_write(const Shadow& byte, uint32_t syncs) {
    if (byte.written != stretch || byte.writer == current) return nullptr;
    if (byte.writer / WARP == current / WARP && byte.writer_syncs < syncs) return nullptr;
    return "no barrier is between this access of shared memory and what thread %lu wrote there";
}

const char* race_with_read(const Shadow& byte, uint32_t syncs) {
    if (byte.read != stretch || (byte.reader == current && !byte.several_readers)) return nullptr;
    if (!byte.several_warps && byte.reader / WARP == current / WARP && byte.reader_syncs < syncs) return nullptr;
    return byte.reader == current ? "no barrier is between this write of shared memory and others' reads of it"
                                  : "no barrier is between this write of shared memory and the read of it by thread %lu";
}

void note_read(Shadow& byte, uint32_t syncs) {
    bool first = byte.read != stretch;
    bool other_warp = !first && (byte.several_warps || byte.reader / WARP != current / WARP);
    bool after_others = !first && !other_warp && byte.reader_syncs < syncs;  // a barrier of the warp is between
    byte.several_warps = other_warp;
    byte.several_readers = !first && !after_others && (byte.several_readers || byte.reader != current);
    byte.read = stretch;
    byte.reader = int16_t(current);
    byte.reader_syncs = syncs;
}

void check_race(Access kind, Shared& shared, uintptr_t address, size_t size, void* from) {
    uint32_t syncs = warp_syncs[current / WARP];
    for (size_t i = 0; i < size; i++) {
        Shadow& byte = shared.bytes[address - shared.first + i];
        if (const char* why = race_with_write(byte, syncs)) fail_at(from, why, (unsigned long)byte.writer, 0, 0);
        if (kind == graphops_host::reads) {
            note_read(byte, syncs);
            continue;
        }
        if (const char* why = race_with_read(byte, syncs)) fail_at(from, why, (unsigned long)byte.reader, 0, 0);
        byte.written = stretch;
        byte.writer = int16_t(current);
        byte.writer_syncs = syncs;
    }
}

bool is_in(uintptr_t address, size_t size, uintptr_t first, size_t length) {
    return address >= first && address - first <= length && size <= length - (address - first);
}

void access(Access kind, unsigned long address, unsigned long size, void* from) {
    for (Shared* shared : {&fixed_shadow, &dynamic_shadow}) {
        if (!is_in(address, size, shared->first, shared->size)) continue;
        if (launch->find_races && kind != graphops_host::atomic) check_race(kind, *shared, address, size, from);
        return;
    }
    if (!launch->memory) return;
    if (is_in(address, size, reinterpret_cast<uintptr_t>(running->stack), STACK)) return;
    size_t low = 0, high = launch->ranges;  // the first range that ends behind the address
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (launch->memory[middle].end > address) high = middle;
        else low = middle + 1;
    }
    const Range* after = low < launch->ranges ? launch->memory + low : nullptr;
    const Range* before = low ? launch->memory + low - 1 : nullptr;
    if (after && is_in(address, size, after->first, after->end - after->first)) return;
    if (is_in(address, size, code_and_data.first, code_and_data.end - code_and_data.first)) return;
    const char* format = kind == graphops_host::reads
        ? "a read of %lu bytes is outside the memory that the device gave out, %ld bytes from the first of %lu"
        : "a write of %lu bytes is outside the memory that the device gave out, %ld bytes from the first of %lu";
    const Range* near = after;
    if (!near || (before && address - before->end < near->first - address && address < near->first)) near = before;
    if (!near) near = &code_and_data;
    fail_at(from, format, size, long(address - near->first), near->end - near->first);
}

// -- what kernels call ----------------------------------------------------------------------------------------------

[[noreturn]] void fail(const char* what, int line) {
    const Place& place = *launch->place;
    report("line %d: %s (thread %u, %u, %u of block %u, %u, %u)", line, what, place.thread.x, place.thread.y,
           place.thread.z, place.block.x, place.block.y, place.block.z);
    _longjmp(scheduler, 1);
}

unsigned long long wait_in_warp(WarpOperation operation, unsigned mask, unsigned long long value, int lane, int width,
                                int line) {
    int here = current;
    Thread& thread = threads[here];
    if (!(mask >> (here % WARP) & 1)) fail("the mask leaves out the thread that calls", line);
    if (width < 1 || width > WARP || (width & (width - 1))) fail("the width is not a power of 2 up to 32", line);
    thread.state = IN_WARP;
    thread.operation = operation;
    thread.mask = mask;
    thread.value = value;
    thread.lane = lane;
    thread.width = width;
    thread.line = line;
    waiting_in_warp[here / WARP]++;
    finish_warp(here / WARP);
    back_to_scheduler();
    return threads[here].value;
}

int wait_at_barrier(BarrierOperation operation, int predicate, int line) {
    int here = current;
    Thread& thread = threads[here];
    thread.state = AT_BARRIER;
    thread.operation = operation;
    thread.predicate = predicate;
    thread.line = line;
    back_to_scheduler();
    return threads[here].predicate;
}

void* the_dynamic_shared() { return dynamic_shared; }

Host functions = {wait_at_barrier, wait_in_warp, fail, the_dynamic_shared, access};

// -- blocks ---------------------------------------------------------------------------------------------------------

void order_threads() {
    if (launch->order != 2) {
        for (int i = 0; i < count; i++) order[i] = launch->order ? count - 1 - i : i;
        return;
    }
    for (int i = count - 1; i > 0; i--) {
        int other = random_number() % (i + 1), kept = order[i];
        order[i] = order[other];
        order[other] = kept;
    }
}

// All wait: go on if it is at one barrier.
void pass_barrier() {
    int first = -1, other = -1, in_warp = -1, met = 0, yes = 0;
    for (int i = 0; i < count; i++) {
        if (threads[i].state == IN_WARP && in_warp < 0) in_warp = i;
        if (threads[i].state != AT_BARRIER) continue;
        if (first < 0) first = i;
        if (threads[i].line != threads[first].line || threads[i].operation != threads[first].operation) other = i;
        met++;
        yes += threads[i].predicate != 0;
    }
    const uint3& block = launch->place->block;
    if (in_warp >= 0) {
        report("line %d: thread %d of block %u, %u, %u waits for threads of its warp that are not coming: %d ended, %d wait "
               "at a barrier, others at another operation",
               threads[in_warp].line, in_warp, block.x, block.y, block.z, ended, met);
    } else if (other >= 0) {
        report("line %d: thread %d of block %u, %u, %u waits at this barrier while thread %d waits at the one of line %d",
               threads[first].line, first, block.x, block.y, block.z, other, threads[other].line);
    } else if (ended) {
        report("line %d: thread %d of block %u, %u, %u waits at this barrier, but %d of %d threads have ended",
               threads[first].line, first, block.x, block.y, block.z, ended, count);
    }
    if (failed) return;
    stretch++;
    for (int i = 0; i < count; i++) {
        switch (threads[i].operation) {
            case graphops_host::sync_count: threads[i].predicate = yes; break;
            case graphops_host::sync_and: threads[i].predicate = yes == count; break;
            case graphops_host::sync_or: threads[i].predicate = yes > 0; break;
        }
        threads[i].state = READY;
    }
}

// The coroutine's thread waits, or it has no more threads to run.
void step(Coroutine* coroutine) {
    resume(coroutine);
    if (!failed && threads[current].state == ENDED) idle.push_back(coroutine);
}

void run_block() {
    next_to_start = ended = 0;
    stretch++;
    for (int i = 0; i < count; i++) threads[i].state = UNSTARTED;
    memset(waiting_in_warp, 0, sizeof waiting_in_warp);
    order_threads();
    while (next_to_start < count && !failed) {
        Coroutine* coroutine = idle.back();
        idle.pop_back();
        step(coroutine);
    }
    while (ended < count && !failed) {
        bool moved = false;
        if (launch->order == 2) order_threads();
        for (int i = 0; i < count && !failed; i++) {
            Thread& thread = threads[order[i]];
            if (thread.state != READY) continue;
            moved = true;
            enter_thread(order[i]);
            step(thread.on);
        }
        if (!moved) pass_barrier();
    }
}

// -- the memory of a block ------------------------------------------------------------------------------------------

struct Found {
    uintptr_t code;
    char* storage;
    size_t size;
    Range range;
};

int find_storage(dl_phdr_info* info, size_t, void* into) {
    Found* found = static_cast<Found*>(into);
    bool here = false;
    size_t size = 0;
    uintptr_t end = 0;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const auto& header = info->dlpi_phdr[i];
        uintptr_t start = info->dlpi_addr + header.p_vaddr;
        if (header.p_type == PT_LOAD && found->code >= start && found->code < start + header.p_memsz) here = true;
        if (header.p_type == PT_TLS) size = header.p_memsz;
        if (header.p_type == PT_LOAD && start + header.p_memsz > end) end = start + header.p_memsz;
    }
    if (!here) return 0;
    found->range = {info->dlpi_addr, end};
    found->storage = static_cast<char*>(info->dlpi_tls_data);
    found->size = found->storage ? size : 0;
    return 1;
}

// -- faults of the processor ----------------------------------------------------------------------------------------

pthread_t ours;

void fault(int number) {
    if (!pthread_equal(pthread_self(), ours)) {  // somebody else's: it comes again, and is not caught
        signal(number, SIG_DFL);
        return;
    }
    fail(number == SIGFPE ? "an integer is divided by zero" : "an address is not that of any memory", 0);
}

struct Faults {
    struct sigaction segv, bus, fpe;
    Faults() {
        ours = pthread_self();
        struct sigaction action;
        memset(&action, 0, sizeof action);
        action.sa_handler = fault;
        action.sa_flags = SA_NODEFER;
        sigemptyset(&action.sa_mask);
        sigaction(SIGSEGV, &action, &segv);
        sigaction(SIGBUS, &action, &bus);
        sigaction(SIGFPE, &action, &fpe);
    }
    ~Faults() {
        sigaction(SIGSEGV, &segv, nullptr);
        sigaction(SIGBUS, &bus, nullptr);
        sigaction(SIGFPE, &fpe, nullptr);
    }
};

void cover(Shared& shared, char* first, size_t size) {
    shared.first = reinterpret_cast<uintptr_t>(first);
    shared.size = size;
    if (launch->find_races) shared.bytes.assign(size, Shadow());
}

uint64_t common_divisor(uint64_t a, uint64_t b) { return b ? common_divisor(b, a % b) : a; }

}  // namespace

extern "C" void graphops_give_functions(Host* to) { *to = functions; }

// Returns 0, or 1 with what went wrong in `message`.
extern "C" int graphops_launch(const Launch* what, char* message, size_t room) {
    std::lock_guard<std::mutex> lock(one_at_a_time);
    launch = what;
    failed = false;
    count = int(what->block[0] * what->block[1] * what->block[2]);
    random_state = what->seed * 2654435761u | 1u;
    for (int i = 0; i < count; i++) order[i] = i;
    if (idle.size() < MOST_THREADS) forget_coroutines();
    Found found = {reinterpret_cast<uintptr_t>(what->thread), nullptr, 0, {0, 0}};
    what->shared();
    dl_iterate_phdr(find_storage, &found);
    size_t dynamic = (what->dynamic_shared + 255) / 256 * 256;
    dynamic_shared = static_cast<char*>(aligned_alloc(256, dynamic + 256));
    char* guard = dynamic_shared + what->dynamic_shared;
    size_t guarded = dynamic + 256 - what->dynamic_shared;
    memset(guard, GUARD, guarded);

    code_and_data = found.range;
    stretch = 0;
    cover(fixed_shadow, found.storage, found.size);
    cover(dynamic_shadow, dynamic_shared, what->dynamic_shared);

    what->place->block_size = {what->block[0], what->block[1], what->block[2]};
    what->place->grid_size = {what->grid[0], what->grid[1], what->grid[2]};
    uint64_t blocks = uint64_t(what->grid[0]) * what->grid[1] * what->grid[2];
    uint64_t step_of_blocks = 1, at = what->order == 1 ? blocks - 1 : 0;
    if (what->order == 2) {  // one after the other at a distance that meets all of them
        at = random_number() % blocks;
        for (step_of_blocks = random_number() % blocks + 1; common_divisor(step_of_blocks, blocks) != 1;) step_of_blocks++;
    }
    {
        Faults caught;
        for (uint64_t done = 0; done < blocks && !failed; done++) {
            what->place->block = {unsigned(at % what->grid[0]), unsigned(at / what->grid[0] % what->grid[1]),
                                  unsigned(at / what->grid[0] / what->grid[1])};
            memset(found.storage, SPOILT, found.size);
            memset(dynamic_shared, SPOILT, what->dynamic_shared);
            run_block();
            at = what->order == 1 ? at - 1 : (at + step_of_blocks) % blocks;
        }
    }
    if (is_spoilt(guard, guarded)) report("line 0: the kernel wrote behind its dynamic shared memory");
    for (Coroutine& coroutine : coroutines) {
        if (!coroutine.stack || !is_spoilt(coroutine.stack, CANARY)) continue;
        report("line 0: a thread's local memory is more than the emulator has for it");
        memset(coroutine.stack, GUARD, CANARY);
        failed = true;
    }
    free(dynamic_shared);
    if (failed) {
        forget_coroutines();
        snprintf(message, room, "%s", failure);
    }
    return failed;
}
