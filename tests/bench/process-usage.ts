import { readdirSync, readFileSync, writeFileSync } from 'node:fs'

/** CPU seconds that another process has used so far, summed over its present threads; Linux only. */
export function cpuSecondsOf(pid: number): number {
  const nanos = readdirSync(`/proc/${pid}/task`).map((thread) =>
    Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]),
  )
  return nanos.reduce((sum, thread) => sum + thread, 0) / 1e9
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
