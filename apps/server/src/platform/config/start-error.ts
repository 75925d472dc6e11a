/** Why Waybill cannot start, as one sentence for the operator; `main` prints it without a stack and exits with 1. */
export class StartError extends Error {
  override readonly name: string = 'StartError'
}
