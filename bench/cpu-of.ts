import { readdirSync, readFileSync, writeFileSync } from 'node:fs'

/** Linux's figures for a process and its descendants in /proc. */
const TICKS_PER_SECOND = 100

interface ProcessStat {
  pid: number
  parent: number
  name: string
  cpuSeconds: number
}

export interface CpuSeconds {
  /** The process and its descendants, including those that have ended, without PostgreSQL. */
  own: number
  /** PostgreSQL among the descendants. */
  database: number
}

/** CPU time spent so far. @throws Error when the process is gone */
export function cpuOf(pid: number): CpuSeconds {
  const all = readdirSync('/proc').flatMap((entry) => (/^\d+$/.test(entry) ? readStat(Number(entry)) : []))
  const inTree = new Set([pid])
  for (let before = 0; before < inTree.size; ) {
    before = inTree.size
    for (const one of all) if (inTree.has(one.parent)) inTree.add(one.pid)
  }
  const tree = all.filter((one) => inTree.has(one.pid))
  if (!tree.some((one) => one.pid === pid)) throw new Error(`Process ${pid} is gone`)
  const sum = (members: ProcessStat[]) => members.reduce((total, { cpuSeconds }) => total + cpuSeconds, 0)
  return {
    own: sum(tree.filter(({ name }) => name !== 'postgres')),
    database: sum(tree.filter(({ name }) => name === 'postgres')),
  }
}

/** Begins a new peak for `peakMbOf`. */
export function forgetPeak(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, '5')
}

/** The largest resident size of the process alone since `forgetPeak`, in MB (10⁶ bytes). */
export const peakMbOf = (pid: number): number => statusMbOf(pid, 'VmHWM')

/** The resident size of the process alone, in MB (10⁶ bytes). */
export const residentMbOf = (pid: number): number => statusMbOf(pid, 'VmRSS')

function statusMbOf(pid: number, field: string): number {
  const kib = new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  if (kib === undefined) throw new Error(`No ${field} for ${pid}`)
  return (Number(kib) * 1_024) / 1e6
}

/** Empty for a process that has ended. Fields by number as in proc_pid_stat(5). */
function readStat(pid: number): ProcessStat[] {
  let text: string
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    return []
  }
  const name = text.slice(text.indexOf('(') + 1, text.lastIndexOf(')'))
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const field = (number: number) => Number(fields[number - 3])
  const ticks = field(14) + field(15) + field(16) + field(17)
  return [{ pid, parent: field(4), name, cpuSeconds: ticks / TICKS_PER_SECOND }]
}
