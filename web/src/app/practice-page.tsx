import { PracticeBuilder } from '../features/home/practice/practice-builder.tsx'
import { PracticePage } from '../features/show/practice/practice-page.tsx'

/** Joins two features, which may not import each other. */
export function Practice() {
  return <PracticePage Builder={PracticeBuilder} />
}
