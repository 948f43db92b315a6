/* One chunk: they share most of it, and the names of more chunks would weigh on the first view. */
export { PracticePage } from './practice/practice-page.tsx'
export { PracticeShowsPage } from './practice/practice-shows-page.tsx'
export { ReplayPage } from './replay/replay-page.tsx'
