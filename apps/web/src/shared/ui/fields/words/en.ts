/** The button that shows a password. */
export const passwordField = {
  show: 'Show',
  hide: 'Hide',
  showPassword: 'Show the password',
  hidePassword: 'Hide the password',
}

export type PasswordFieldWords = typeof passwordField
