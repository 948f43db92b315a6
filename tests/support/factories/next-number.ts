let made = 0

export function nextNumber(): number {
  made += 1
  return made
}
