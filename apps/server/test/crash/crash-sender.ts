import { type BrowserOptions, CrashBrowser } from './crash-browser.ts'

/** A visitor who sends by email. */
export class CrashSender extends CrashBrowser {
  readonly address: string
  readonly recipients: string[]

  constructor(options: BrowserOptions) {
    super(options)
    this.address = `${options.name}@sender.example`
    this.recipients = [`${options.name}-a@recipient.example`, `${options.name}-b@recipient.example`]
  }

  async prove(): Promise<void> {
    await this.call('requestSenderCode', { email: this.address })
    const mail = await this.options.sink.waitFor(this.address)
    const code = /\b[0-9A-HJKMNP-TV-Z]{5}\b/.exec(mail.text)?.[0] ?? ''
    await this.call('confirmSenderCode', { email: this.address, verifyId: code })
  }

  /** Plans, uploads and saves, through whatever happens to the server. Returns the slug of the saved transfer. */
  async send(): Promise<string> {
    const { plan } = await this.call('planTransfer', {
      senderEmail: this.address,
      emailTo: this.recipients.map((email) => ({ email })),
      expirySeconds: 604_800,
      files: await this.fingerprinted(),
      effectiveType: '3g',
    })
    await this.deliver(plan, () => this.call('resumeTransfer', { upload: plan.upload }))
    const saved = await this.call('completeTransfer', { upload: plan.upload, token: this.token })
    return saved.data.ops[0].slug
  }
}
