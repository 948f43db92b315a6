export { Bell } from '../features/notifications/bell.tsx'
export { Strip } from './strip.tsx'
