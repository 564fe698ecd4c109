// alpinist emit --to cuda crates/emit/tests/refused/E008-ghost-variable.pvl
// exit status: 4
// crates/emit/tests/refused/E008-ghost-variable.pvl: verified (1 method, N obligations)
// error[E008]: `x` is ghost state, which emitted code does not have
//  --> crates/emit/tests/refused/E008-ghost-variable.pvl:8:12
//   |
// 8 |     a[t] = x;  // REFUSED
//   |            ^
//
