import { readFileSync } from 'node:fs'

/** What /proc counts CPU time in; the kernel's interface fixes it at 100 a second. */
const TICKS_PER_SECOND = 100

/** CPU time that this process has used so far, in microseconds. */
export function ownCpuMicros(): number {
  const { user, system } = process.cpuUsage()
  return user + system
}

/**
 * CPU time that another process has used so far, in microseconds, to 10 ms; from /proc, so on Linux only.
 *
 * @throws when there is no such process
 */
export function cpuMicrosOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The program's name, in brackets, may hold spaces; the fields behind it are counted from the third.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return ((Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND) * 1_000_000
}

/**
 * The most memory (RSS) that a process ever had, and what it has now, in MB; from /proc, so on Linux only.
 *
 * @throws when there is no such process
 */
export function memoryMbOf(pid: number): { peak: number; now: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const read = (field: string) => Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) / 1024
  return { peak: read('VmHWM'), now: read('VmRSS') }
}
