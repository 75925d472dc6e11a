/** The frame of the dashboard and the words that its pages share. */
export const dash = {
  dash: 'Dash',
  accountMenu: 'Your account',
  profile: 'Profile',
  billing: 'Billing',
  upgrade: 'Upgrade',
  team: 'Team',
  logOut: 'Logout',
  signOutFailed: 'You are still logged in: the server did not respond. Try again.',
  transfers: 'Transfers',
  requests: 'Requests',
  library: 'Library',
  contacts: 'Contacts',
  analytics: 'Analytics',
  account: 'Account',
  sendFiles: 'Send files',
  sendKey: 'Send files (key n)',
  dropToSend: 'Drop to send',
  folderUnread: 'Some files could not be read',
  close: 'Close',
  storage: 'Storage',
  storageUsed: (used: string, limit: string) => `${used} of ${limit}`,
  storageAlmostFull: 'Almost full',
  storageFull: 'Full',
  monthUsed: (count: number, limit: number) => `${count} of ${limit} transfers this month`,
}

export type DashWords = typeof dash
