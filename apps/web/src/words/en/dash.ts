/** The frame of the dashboard and what is shared by its pages. */
export const dash = {
  dash: 'Dash',
  accountMenu: 'Your account',
  profile: 'Profile',
  logOut: 'Logout',
  signOutFailed: 'You are still signed in: the server did not answer.',
  transfers: 'Transfers',
  requests: 'Requests',
  library: 'Library',
  contacts: 'Contacts',
  analytics: 'Analytics',
  account: 'Account',
  sendFiles: 'Send files',
  sendKey: 'Send files (key n)',
  dropToSend: 'Drop to send',
  folderUnread: 'Some of it could not be read',
  close: 'Close',
  storage: 'Storage',
  storageUsed: (used: string, limit: string) => `${used} of ${limit}`,
  storageAlmostFull: 'Almost full',
  storageFull: 'Full',
  monthUsed: (count: number, limit: number) => `${count} of ${limit} transfers this month`,

  sealedForward: 'Send on what is sealed?',
  sealedForwardText: (count: number) =>
    `${count === 1 ? 'This file goes' : `${count} files go`} on sealed: whoever gets ${count === 1 ? 'it' : 'them'} gets ciphertext that your passphrase alone opens. To send what is inside, open and save first, and send what you have saved.`,
  sealedForwardGo: 'Send it sealed',
  keep: 'Keep',
}

export type DashWords = typeof dash
