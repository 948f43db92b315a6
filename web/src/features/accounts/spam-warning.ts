export const SPAM_WARNING =
  'Please check your spam/junk folder for the verification email: it likes to hide there.'
