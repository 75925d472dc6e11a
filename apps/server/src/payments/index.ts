/** Payments: buying, switching and cancelling plans at the payment provider, and reading back what came of it. */
export { hasOpenCheckout } from './checkout-store.ts'
export { endPayments, forgetPayments, forgetSoon } from './end-payments.ts'
export { exportPurchases } from './export-purchases.ts'
export { paymentTasks } from './payment-tasks.ts'
export { type RefundOutcome, refundPurchase } from './refund-purchase.ts'
export { paymentRoutes } from './routes.ts'
