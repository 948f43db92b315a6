import { readdirSync, readFileSync, writeFileSync } from 'node:fs'

/** /proc counts CPU time in ticks of 10 ms. */
const TICKS_PER_SECOND = 100

/** CPU seconds that another process has used so far; Linux only. Without schedstat in the kernel, to 10 ms. */
export function cpuSecondsOf(pid: number): number {
  return scheduledSecondsOf(pid) ?? tickedSecondsOf(pid)
}

/** Summed over the present threads, to the nanosecond. */
function scheduledSecondsOf(pid: number): number | null {
  try {
    const nanos = readdirSync(`/proc/${pid}/task`).map((thread) =>
      Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]),
    )
    return nanos.reduce((sum, thread) => sum + thread, 0) / 1e9
  } catch {
    return null
  }
}

function tickedSecondsOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The program's name, in brackets, may hold spaces; the fields behind it are counted from the third.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
}

/** Highest and present resident memory of a process, in MB (2^20 bytes); Linux only. */
export function memoryMbOf(pid: number): { peak: number; now: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const read = (field: string) => Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) / 1024
  return { peak: read('VmHWM'), now: read('VmRSS') }
}

/** Starts the peak anew, so that the start of a program is not counted as its work. */
export function resetPeakMemory(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, '5')
}

/** The machine's monotonic clock in milliseconds; the same in every process. */
export function monotonicMs(): number {
  return Number(process.hrtime.bigint()) / 1_000_000
}
