import type { NamedCommand } from '../command.ts'

/** Those commands that do what only the operator's desk did. */
export const deskCommands: readonly NamedCommand[] = [
  {
    name: 'user find',
    changes: false,
    summary: 'Lists accounts by a part of their address, name or company.',
    load: async () => (await import('./find-users.ts')).findUsers,
  },
  {
    name: 'conversation assign',
    changes: true,
    summary: 'Assigns a conversation to an operator.',
    load: async () => (await import('./assign-conversation.ts')).assignByCommand,
  },
  {
    name: 'conversation release',
    changes: true,
    summary: 'Leaves a conversation to all operators.',
    load: async () => (await import('./assign-conversation.ts')).releaseByCommand,
  },
  {
    name: 'answer list',
    changes: false,
    summary: 'Lists the saved answers.',
    load: async () => (await import('./saved-answers.ts')).showAnswers,
  },
  {
    name: 'answer save',
    changes: true,
    summary: 'Saves an answer for conversations, or replaces it.',
    load: async () => (await import('./saved-answers.ts')).saveAnswer,
  },
  {
    name: 'answer delete',
    changes: true,
    summary: 'Deletes a saved answer.',
    load: async () => (await import('./saved-answers.ts')).deleteAnswer,
  },
  {
    name: 'infected list',
    changes: false,
    summary: 'Lists files in which the virus scanner found malware.',
    load: async () => (await import('./infected.ts')).showInfected,
  },
  {
    name: 'infected clear',
    changes: true,
    summary: 'Opens a file again about which the virus scanner was wrong.',
    load: async () => (await import('./infected.ts')).clearByCommand,
  },
  {
    name: 'health history',
    changes: false,
    summary: 'Prints how the server was.',
    load: async () => (await import('./health.ts')).showHealth,
  },
]
