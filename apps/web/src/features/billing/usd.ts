/** A price as it stands on a plan: whole dollars without cents. */
export const usd = (dollars: number): string => `US$${Number.isInteger(dollars) ? dollars : dollars.toFixed(2)}`
