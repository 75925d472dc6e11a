/**
 * A seccomp filter, as the classic BPF program that the kernel expects (seccomp(2)): 8 bytes an instruction. It refuses
 * what a decoder of pictures never needs and an escape would: sockets, other processes' memory, mounts, new namespaces,
 * kernel modules, keys and io_uring. Everything else stays allowed, so that a newer Node still works.
 */
const EPERM = 1
const ENOSYS = 38

/** Offsets in `struct seccomp_data`. */
const NUMBER_AT = 0
const ARCHITECTURE_AT = 4
const FIRST_ARGUMENT_AT = 16

const LOAD = 0x20
const IF_EQUAL = 0x15
const IF_AT_LEAST = 0x35
const IF_ANY_BIT = 0x45
const RETURN = 0x06
const ALLOW = 0x7fff0000
const KILL = 0x80000000
const fail = (errno: number) => 0x00050000 | errno

/** CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID and NEWNET. */
const NEW_NAMESPACES = 0x7e020000

interface Architecture {
  /** AUDIT_ARCH_* of linux/audit.h. */
  audit: number
  /** Calls from this number on belong to another ABI, which would bypass the numbers below. */
  foreignFrom: number | null
  clone: number
  clone3: number
  refused: readonly number[]
}

/** Numbers that are equal on all architectures: io_uring, the newer mount calls, pidfd_getfd, process_madvise. */
const everywhere = [425, 426, 427, 428, 429, 430, 431, 432, 433, 438, 440, 442]

/**
 * By Node's name for the architecture. Numbers from asm/unistd_64.h and asm-generic/unistd.h, in the order of the same
 * names.
 */
const architectures: Record<string, Architecture> = {
  x64: {
    audit: 0xc000003e,
    foreignFrom: 0x40000000,
    clone: 56,
    clone3: 435,
    refused: [
      ...[41, 53], // socket, socketpair
      ...[101, 310, 311, 312], // ptrace, process_vm_readv, process_vm_writev, kcmp
      ...[165, 166, 155, 161, 272, 308], // mount, umount2, pivot_root, chroot, unshare, setns
      ...[303, 304], // name_to_handle_at, open_by_handle_at
      ...[248, 249, 250], // add_key, request_key, keyctl
      ...[321, 298, 323, 278], // bpf, perf_event_open, userfaultfd, vmsplice
      ...[175, 313, 176, 246, 320], // init_module, finit_module, delete_module, kexec_load, kexec_file_load
      ...[163, 167, 168, 169, 103, 179], // acct, swapon, swapoff, reboot, syslog, quotactl
      ...[164, 227, 159, 135], // settimeofday, clock_settime, adjtimex, personality
      ...[154, 172, 173], // modify_ldt, iopl, ioperm
      ...everywhere,
    ],
  },
  arm64: {
    audit: 0xc00000b7,
    foreignFrom: null,
    clone: 220,
    clone3: 435,
    refused: [
      ...[198, 199],
      ...[117, 270, 271, 272],
      ...[40, 39, 41, 51, 97, 268],
      ...[264, 265],
      ...[217, 218, 219],
      ...[280, 241, 282, 75],
      ...[105, 273, 106, 104, 294],
      ...[89, 224, 225, 142, 116, 60],
      ...[170, 112, 171, 92],
      ...everywhere,
    ],
  },
}

/** The filter's bytes for a processor (`process.arch`), or null where its numbers are unknown. */
export function systemCallFilter(arch: string = process.arch): Uint8Array | null {
  const known = architectures[arch]
  if (!known) return null
  const { audit, foreignFrom, clone, clone3, refused } = known
  const program: Instruction[] = [
    { code: LOAD, value: ARCHITECTURE_AT },
    { code: IF_EQUAL, value: audit, ifFalse: 'kill' },
    { code: LOAD, value: NUMBER_AT },
    ...(foreignFrom === null ? [] : [{ code: IF_AT_LEAST, value: foreignFrom, ifTrue: 'refuse' } as const]),
    ...refused.map((value) => ({ code: IF_EQUAL, value, ifTrue: 'refuse' }) as const),
    // Its flags are in memory, where a filter cannot look: the C library falls back to clone.
    { code: IF_EQUAL, value: clone3, ifTrue: 'unknown' },
    { code: IF_EQUAL, value: clone, ifFalse: 'allow' },
    { code: LOAD, value: FIRST_ARGUMENT_AT },
    { code: IF_ANY_BIT, value: NEW_NAMESPACES, ifTrue: 'refuse', ifFalse: 'allow' },
  ]
  return assemble(program)
}

type End = keyof typeof ends
const ends = { allow: ALLOW, refuse: fail(EPERM), unknown: fail(ENOSYS), kill: KILL }

interface Instruction {
  code: number
  value: number
  /** The target of a comparison; the next instruction where it is absent. */
  ifTrue?: End
  ifFalse?: End
}

/** Jumps lead forward to the ends, which follow the program. */
function assemble(program: readonly Instruction[]): Uint8Array {
  const names = Object.keys(ends) as End[]
  const bytes = Buffer.alloc((program.length + names.length) * 8)
  const stepsTo = (end: End | undefined, from: number) => (end ? program.length + names.indexOf(end) - from - 1 : 0)
  const write = (at: number, { code, value, ifTrue, ifFalse }: Instruction) => {
    bytes.writeUInt16LE(code, at * 8)
    bytes.writeUInt8(stepsTo(ifTrue, at), at * 8 + 2)
    bytes.writeUInt8(stepsTo(ifFalse, at), at * 8 + 3)
    bytes.writeUInt32LE(value >>> 0, at * 8 + 4)
  }
  for (const [at, instruction] of program.entries()) write(at, instruction)
  for (const [at, name] of names.entries()) write(program.length + at, { code: RETURN, value: ends[name] })
  return bytes
}
