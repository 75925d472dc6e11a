-- An account that is signed out somewhere takes back what was proven there for its addresses: they are found by address.
create index sender_proofs_of_address on sender_proofs (address);
