import { create } from 'zustand'

/** While a backup replaces everything: the admin's session ends with it, and the page has to stay to say so. */
const useRestoreStore = create(() => ({ isRestoring: false }))

export function useIsRestoring(): boolean {
  return useRestoreStore(({ isRestoring }) => isRestoring)
}

export function setRestoring(isRestoring: boolean): void {
  useRestoreStore.setState({ isRestoring })
}
