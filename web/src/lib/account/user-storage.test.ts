import { describe, expect, test, vi } from 'vitest'
import { clearUserData, onUserLeave, setDeviceOwner, userStorage } from './user-storage.ts'

describe('user storage', () => {
  test("clears the user's data and nothing else", () => {
    localStorage.setItem('called-it:theme', 'dark')
    userStorage.setItem('draft', 'picks')
    const empty = vi.fn()
    const deleted: string[] = []
    vi.stubGlobal('caches', { delete: async (name: string) => deleted.push(name) > 0 })
    const stop = onUserLeave(empty)
    clearUserData()
    expect(userStorage.getItem('draft')).toBeNull()
    expect(localStorage.getItem('called-it:theme')).toBe('dark')
    expect(empty).toHaveBeenCalledTimes(1)
    expect(deleted).toEqual(['called-it-fan', 'called-it-seen-pages'])
    stop()
    clearUserData()
    expect(empty).toHaveBeenCalledTimes(1)
  })

  test('keeps a draft for its owner and clears it for another user', () => {
    setDeviceOwner(1)
    userStorage.setItem('draft', 'picks')
    setDeviceOwner(1)
    expect(userStorage.getItem('draft')).toBe('picks')
    setDeviceOwner(2)
    expect(userStorage.getItem('draft')).toBeNull()
  })

  test('clears the memory for another user whom another tab has stored', () => {
    setDeviceOwner(1)
    const empty = vi.fn()
    const stop = onUserLeave(empty)
    localStorage.setItem('called-it:fan:owner', '2')
    setDeviceOwner(2)
    expect(empty).toHaveBeenCalledTimes(1)
    stop()
  })
})
