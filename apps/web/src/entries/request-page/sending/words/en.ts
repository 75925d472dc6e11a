/** What the supplier's page says late, or where scripts are off, with the parts that say it: a code, a batch on its way, one that is taken up. */
export const answering = {
  handingIn: 'Handing in …',
  kept: 'What has arrived is kept for 7 days.',
  pause: 'Pause',
  pausedTitle: 'Paused',
  haltedTitle: 'The line broke',
  arrivedSoFar: (held: string, all: string) => `${held} of ${all} are here already. Only the rest goes up.`,
  stayHere: 'Keep this page open. If it closes, open the same link again within 7 days and go on.',
  putAside: 'Back to the list',

  pickAgain: 'Pick the files again',
  pickFolder: 'Pick the folder again',
  pickHint: 'This browser no longer has the files. Pick the same ones again, then it goes on where it stopped:',
  mismatch: {
    missing: (name: string) => `${name} is still missing.`,
    size: (name: string) => `${name} has another size now. It is not the file that was begun.`,
    changed: (name: string) => `${name} was changed since. It is not the file that was begun.`,
    content: (name: string) => `${name} holds something else now. It is not the file that was begun.`,
  },

  sealedStayHere:
    'Keep this page open. If it closes, open the same link within 7 days on this device, in this browser, and go on.',
  notKept: 'This browser keeps nothing for later: leave this page open until everything is sent.',
  summing: 'Reading your files once more for the receipt …',
  notHere:
    'This was begun on another device, or this browser has forgotten it. Sealed files can go on only where they began.',
  chooseAnew: 'To send them from here, choose them again below.',
  beginAnew: 'Begin anew',

  codeSent: (address: string) => `We sent a code of 5 characters to ${address}.`,
  codeSpam: 'Nothing there? Look into the spam folder too.',
  code: 'Code',
  codeGoOn: 'Go on',
  codeAnew: 'Send a new code',
  codeResent: 'A new code is on its way.',
}

export type AnsweringWords = typeof answering
