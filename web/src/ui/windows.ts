/** What opens above a page, fetched as one. */
export { AlertWindow } from './alert-window.tsx'
export { DialogWindow } from './dialog-window.tsx'
export { SheetWindow } from './sheet-window.tsx'
