import { Navigate } from 'react-router-dom'
import { paths } from '../../../lib/paths.ts'

/** Bookmarks of earlier releases. */
export function ReportsRedirect() {
  return <Navigate to={paths.adminPeople} replace />
}
