import { create } from 'zustand'

/** The fan did not prove who it is, and knows why nothing has changed. */
export class NotConfirmed extends Error {
  override readonly name = 'NotConfirmed'
}

type Settle = (isConfirmed: boolean) => void

const useReauthenticationStore = create<{ settle: Settle | null }>(() => ({ settle: null }))

let asked: Promise<boolean> | null = null

/**
 * Asks the fan to prove once more who it is. Requests that need it at the same time share one dialog.
 *
 * @throws NotConfirmed when the dialog is closed
 */
export async function reauthenticate(): Promise<void> {
  asked ??= new Promise<boolean>((settle) => useReauthenticationStore.setState({ settle })).finally(() => {
    asked = null
    useReauthenticationStore.setState({ settle: null })
  })
  if (!(await asked)) throw new NotConfirmed()
}

/** Null while nobody is asked. */
export function useReauthentication(): Settle | null {
  return useReauthenticationStore(({ settle }) => settle)
}
