/** The lines of docs/receipts.md that check a receipt without our page. */
export const opensslLines = String.raw`id=$(sed 's/^{"key":"\([0-9a-f]*\)".*/\1/' receipt.json)
printf '%b' "$(sed "s/.*\"id\":\"$id\"[^}]*\"pem\":\"\([^\"]*\)\".*/\1/" receipt-keys.json)" > key.pem
sed 's/^{"key":"[0-9a-f]*","receipt"://; s/,"signature":"[^"]*"}$//' receipt.json | tr -d '\n' > receipt.bytes
sed 's/.*"signature":"\([^"]*\)"}$/\1/' receipt.json | openssl base64 -d -A > receipt.sig
openssl pkeyutl -verify -pubin -inkey key.pem -rawin -in receipt.bytes -sigfile receipt.sig`
