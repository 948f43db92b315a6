// Prints the leaderboard. Settings: CALLED_IT_URL, CALLED_IT_KEY.
const { CALLED_IT_URL, CALLED_IT_KEY } = process.env
const headers = { Authorization: `Bearer ${CALLED_IT_KEY}` }

let after = null
do {
  const url = new URL('/api/leaderboard?limit=500', CALLED_IT_URL)
  if (after !== null) url.searchParams.set('after', after)
  const response = await fetch(url, { headers })
  const page = await response.json()
  if (!response.ok) throw new Error(`${response.status} ${page.code}: ${page.message}`)
  for (const { rank, userName, totalScore } of page.leaderboard) {
    console.log(`${rank}. ${userName}: ${totalScore}`)
  }
  after = page.next
} while (after !== null)
