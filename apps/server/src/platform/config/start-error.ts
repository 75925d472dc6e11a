/**
 * Why Waybill cannot start, as one sentence for the person who started it; `main` prints it and exits with 1, without a
 * stack.
 */
export class StartError extends Error {
  override readonly name: string = 'StartError'
}
