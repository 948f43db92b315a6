/** Tells a password manager whose password a form is about. Nobody sees it. */
export function UsernameField({ email }: { email: string }) {
  return <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
}
