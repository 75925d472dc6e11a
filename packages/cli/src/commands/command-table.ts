/** Every command with its options: help, parsing and completion are made of this table. */

export interface OptionSpec {
  /** What stands for its value in the help; absent: it takes none. */
  value?: string
  isMany?: true
  choices?: readonly string[]
  help: string
}

export interface CommandSpec {
  summary: string
  /** Its operands. */
  operands: string
  /** The fewest and the most operands. */
  count: readonly [number, number]
  options: Readonly<Record<string, OptionSpec>>
  /** More than the summary says. */
  details?: string
}

const MANY = Number.POSITIVE_INFINITY

const expiries = ['week', 'month', 'quarter', 'year', 'never'] as const

const content = {
  to: { value: 'ADDRESS', isMany: true, help: 'a recipient; may be given again' },
  message: { value: 'TEXT', help: 'what recipients read' },
  title: { value: 'TEXT', help: 'the title (default: made from the files)' },
  expires: { value: 'WHEN', choices: expiries, help: 'how long the links work (default: week)' },
  password: { value: 'TEXT', help: 'what opens the link; WAYBILL_PASSWORD keeps it out of the list of processes' },
} as const satisfies Record<string, OptionSpec>

const json = { json: { help: 'print JSON, for programs' } } as const

const commands = {
  login: {
    summary: 'Sign in, for later commands',
    operands: '[URL]',
    count: [0, 1],
    options: {
      key: { help: 'paste an API key that you made on the account page' },
      device: { help: 'allow it in a browser, also where the input is redirected or WAYBILL_KEY is set' },
      name: { value: 'TEXT', help: 'the name of the key that this makes (default: this machine)' },
      ...json,
    },
    details:
      'Shows a code and an address: open it in any browser where you are signed in, on any machine, and allow it.\n' +
      'Where the standard input is redirected, it reads an API key from its first line. WAYBILL_URL and WAYBILL_KEY\n' +
      'take precedence over what is kept.',
  },
  logout: { summary: 'Forget the key', operands: '', count: [0, 0], options: {} },
  whoami: { summary: 'Show the account and the server', operands: '', count: [0, 0], options: json },
  send: {
    summary: 'Send files and folders',
    operands: 'FILE...',
    count: [1, MANY],
    options: { ...content, link: { help: 'make a link instead of sending emails' }, ...json },
    details: 'Run the same command again to go on with what was interrupted, within 7 days.',
  },
  list: {
    summary: 'List transfers',
    operands: '',
    count: [0, 0],
    options: {
      received: { help: 'those received instead of those sent' },
      search: { value: 'TEXT', help: 'in titles, file names and recipients' },
      take: { value: 'N', help: 'how many at most, 1 to 100 (default: 30)' },
      ...json,
    },
  },
  get: {
    summary: 'Download what a link leads to',
    operands: 'LINK',
    count: [1, 1],
    options: {
      out: { value: 'FOLDER', help: 'where to (default: the current folder)' },
      force: { help: 'overwrite files that are there' },
      password: { value: 'TEXT', help: 'what opens the link, or WAYBILL_PASSWORD' },
      connections: { value: 'N', help: 'connections for a file, 1 to 16 (default: 4)' },
      ...json,
    },
    details:
      'LINK is the link of a mail, a shared link, or the seven characters at its end. Every file is checked by the\n' +
      'checksums of the server. Run the same command again to go on with what was interrupted.',
  },
  request: {
    summary: 'Ask for files, and print the link to send them to',
    operands: '',
    count: [0, 0],
    options: {
      title: { value: 'TEXT', help: 'what is asked for' },
      from: { value: 'ADDRESS', isMany: true, help: 'who gets a link of their own by email; may be given again' },
      message: { value: 'TEXT', help: 'what they read' },
      deadline: { value: 'TIME', help: 'such as 2027-03-01T18:00, on the clock of each who is asked' },
      zone: { value: 'ZONE', help: 'the clock of the deadline, such as Europe/Berlin, the same for everybody' },
      expires: content.expires,
      password: content.password,
      ...json,
    },
  },
  receipt: {
    summary: 'Verify a delivery receipt: waybill receipt verify FILE',
    operands: 'verify FILE',
    count: [2, 2],
    options: {
      keys: { value: 'FILE', help: 'receipt-keys.json that you kept (default: asked of the server)' },
      url: { value: 'URL', help: 'the server whose keys count (default: the one of login)' },
      ...json,
    },
  },
  watch: {
    summary: 'Send what appears in a folder, once',
    operands: 'FOLDER',
    count: [1, 1],
    options: {
      ...content,
      link: { help: 'make links instead of sending emails' },
      existing: { help: 'at the first start, also send what is there already' },
      settle: { value: 'SECONDS', help: 'a file is complete when it has not changed for this long (default: 5)' },
      once: { help: 'end when nothing is left to send' },
      ...json,
    },
    details:
      'Each file is sent once, also after a crash: what was sent is written down before anything else happens.\n' +
      'Hidden files and those ending in .part, .tmp, .crdownload, .download or ~ are left out.',
  },
  completion: {
    summary: 'Print completion for a shell: bash or zsh',
    operands: 'bash|zsh',
    count: [1, 1],
    options: {},
    details: 'bash: eval "$(waybill completion bash)"    zsh: eval "$(waybill completion zsh)"',
  },
} as const satisfies Record<string, CommandSpec>

export type CommandName = keyof typeof commands
export const commandNames = Object.keys(commands) as CommandName[]

export const specOf = (name: CommandName): CommandSpec => commands[name]
