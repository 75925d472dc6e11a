/** Single sign-on, as the admin sets it up. */
export const sso = {
  title: 'Single sign-on',
  text: 'People with an address at your company’s domain log in through your company’s own login, by OpenID Connect. The first time makes their account in your team, as long as there is a free seat.',
  loading: 'Loading',
  again: 'Try again',
  help: 'More about this in the help',
  locked: 'Your plan has no single sign-on.',
  paused: 'Your plan has no single sign-on any more, so everyone logs in with their password. Your settings are kept.',
  noDomain:
    'Your own address is not at a company’s domain. Change it under Security first: it shows which domain is yours.',
  steps: (domain: string) =>
    `For addresses at ${domain}, the domain of your own address. Create a client for the authorization code flow at your provider, with this redirect URI. Its ID tokens must hold “email” and “email_verified”.`,
  redirectUri: 'Redirect URI',
  copy: 'Copy the redirect URI',
  copied: 'Copied.',
  issuer: 'Issuer',
  clientId: 'Client ID',
  clientSecret: 'Client secret',
  unchanged: 'Unchanged',
  password: 'Your password',
  save: 'Save',
  saved: 'Saved.',
  cancel: 'Cancel',
  offered: (domain: string) => `On for ${domain}. Members can also log in with their password.`,
  required: (domain: string) => `On for ${domain}. Members at this domain must use it; you can also use your password.`,
  tryFirst:
    'Log out and choose “Sign in with your company” once yourself. After that you can make it the only way for members.',
  require: 'Make it the only way',
  requireText:
    'Members at your domain can no longer log in with their password. Whoever is logged in stays so. Members with other addresses, and you, keep the password.',
  noLonger: 'Allow passwords again',
  noLongerText: 'Members at your domain can log in with their password again.',
  remove: 'Remove',
  removeText:
    'Members log in with their password again; a member who has none can set one by email. Whoever is logged in stays so.',
}

export type SsoWords = typeof sso
