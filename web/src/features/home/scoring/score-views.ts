export { ScoreCard } from './score-card.tsx'
export { ScoreView } from './score-view.tsx'
