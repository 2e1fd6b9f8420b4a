// How the memory of a server's processes is allocated: their environment.
/**
 * For glibc's allocator: two arenas for all threads, and large blocks go back to the system when they are freed. By
 * default it keeps 15 to 30 MB more of freed room, and learns to keep larger blocks. Other allocators ignore this.
 */
const ALLOCATOR = { MALLOC_ARENA_MAX: "2", MALLOC_MMAP_THRESHOLD_: "131072", MALLOC_TRIM_THRESHOLD_: "131072" };

/** The environment of a process of the server; what the operator set for the allocator stays. */
export const serverEnvironment = () => ({ ...ALLOCATOR, ...process.env });
