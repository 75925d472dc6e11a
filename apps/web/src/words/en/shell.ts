/** Top bar, footer and what every page shares. */
export const shell = {
  title: 'Waybill: send it, know it arrived',
  homeLabel: 'Waybill, home',
  otherLanguage: '中文',
  switchLanguage: '切换到中文',
  toDark: 'Dark colours',
  toLight: 'Light colours',
  skip: 'Skip to the page',
  mainWays: 'Main',
  pricing: 'Pricing',
  checkReceipt: 'Check a receipt',
  logIn: 'Log in',
  dash: 'Dash',
  /** The address follows. */
  contact: 'Contact',
  geolocation: 'IP geolocation by DB-IP',
  footerLine: 'Send it. Know it arrived.',
  close: 'Close',
  copied: 'Copied',
  notices: 'Notices',
  notFoundLabel: 'Unknown address',
  notFoundStamp: 'Not here',
  notFoundTitle: 'This page isn’t here',
  notFoundText: 'The address may be mistyped, or the page may have moved.',
  notFoundHome: 'Go to the home page',
  brokenTitle: 'Something on this page broke',
  brokenText: 'What was already sent is kept. Load the page again to go on.',
  brokenAgain: 'Load again',
}

export type ShellWords = typeof shell
