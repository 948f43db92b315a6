export { QueuedSaves } from '../features/home/builder/queued-saves.ts'
export { FanBanner } from './fan-banner.tsx'
