/** What every page says that has a verification mail sent. */
export const SPAM_WARNING =
  'Please check your spam/junk folder for the verification email: it likes to hide there.'
