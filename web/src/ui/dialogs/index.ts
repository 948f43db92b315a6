export { AlertDialog } from './alert-dialog.tsx'
export { Dialog } from './dialog.tsx'
export { Sheet } from './sheet.tsx'
