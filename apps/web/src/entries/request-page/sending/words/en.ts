/**
 * Words that the supplier's page needs late, or without scripts, with their parts: a code, a running submission, a
 * resumed one.
 */
export const answering = {
  submitting: 'Submitting…',
  kept: 'What has arrived is kept for 7 days.',
  pause: 'Pause',
  pausedTitle: 'Paused',
  haltedTitle: 'Connection lost',
  arrivedSoFar: (held: string, all: string) =>
    `${held} of ${all} have already arrived. Only the rest will be uploaded.`,
  stayHere: 'Keep this page open. If it closes, open the same link within 7 days to continue.',
  putAside: 'Back to the list',

  pickAgain: 'Choose the files again',
  pickFolder: 'Choose the folder again',
  pickHint: 'This browser no longer has the files. Choose the same ones again to continue where you left off:',
  mismatch: {
    missing: (name: string) => `${name} is still missing.`,
    size: (name: string) => `${name} is a different size now. It is not the file you started with.`,
    changed: (name: string) => `${name} has been changed. It is not the file you started with.`,
    content: (name: string) => `${name} has different contents now. It is not the file you started with.`,
  },

  sealedStayHere:
    'Keep this page open. If it closes, open the same link within 7 days on this device, in this browser, to continue.',
  notKept: 'This browser saves nothing for later. Leave this page open until everything is sent.',
  summing: 'Reading your files once more for the receipt…',
  notHere:
    'This was started on another device, or this browser has forgotten it. Sealed files can only be continued where they were started.',
  chooseAnew: 'To send them from here, choose them again below.',
  startOver: 'Start over',

  codeSent: (address: string) => `We sent a 5-character code to ${address}.`,
  codeSpam: 'Nothing there? Check your spam folder.',
  code: 'Code',
  codeGoOn: 'Continue',
  codeAnew: 'Send a new code',
  codeResent: 'A new code is on its way.',
}

export type AnsweringWords = typeof answering
