/**
 * The provider has no such customer any more: it was deleted in the provider's dashboard, or the test data was reset. No
 * client sees this error: the caller forgets the customer and makes another (ask-provider.ts).
 */
export class CustomerGone extends Error {
  override readonly name = 'CustomerGone'

  constructor(customer: string, options?: ErrorOptions) {
    super(`the payment provider has no customer ${customer} any more`, options)
  }
}
