import type { SubmissionReceipt } from '@waybill/contract/requests/submission-endpoints'
import { type BrowserOptions, CrashBrowser } from './crash-browser.ts'

/** A supplier who answers a request through their mailed link. */
export class CrashSupplier extends CrashBrowser {
  readonly address: string

  constructor(options: BrowserOptions) {
    super(options)
    this.address = `${options.name}@supplier.example`
  }

  /** Plans, uploads and submits, through whatever happens to the server. */
  async answer(request: { slug: string; item: string }): Promise<SubmissionReceipt> {
    const mail = await this.options.sink.waitFor(this.address)
    const user = new RegExp(`/r/${request.slug}/([\\w-]{22})`).exec(mail.text)?.[1]
    if (!user) throw new Error(`${this.address}: the mail holds no link to ${request.slug}`)
    const link = { slug: request.slug, user }
    const files = (await this.fingerprinted()).map((file) => ({ ...file, item: request.item }))
    const { plan } = await this.call('planSubmission', { ...link, files, effectiveType: '3g' })
    await this.deliver(plan, () => this.call('resumeSubmission', { ...link, upload: plan.upload }))
    return (await this.call('completeSubmission', { upload: plan.upload, token: this.token })).receipt
  }
}
