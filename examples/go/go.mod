module wallet

go 1.19
